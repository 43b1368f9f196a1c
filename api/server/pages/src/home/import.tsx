// Imports: files of the admin, chosen or dropped, first as a preview and then for good.

import { useEffect, useRef, useState } from "preact/hooks";
import { common, importing as texts } from "../../texts/en.json";
import { START, address } from "./address";
import { IMPORT, type Imported } from "./answers";
import { FAMILIES } from "./families";
import { DROPPED, dropped, forgetDropped } from "./drop";
import { follow } from "./place";
import { Trouble, upload } from "./server";
import { filled } from "./texts";
import { TokenForm, TroubleShown } from "./trouble";
import { capitalized, counted, grouped, plain } from "./words";

export function ImportPage() {
  const [files, setFiles] = useState(dropped);
  const [report, setReport] = useState<Imported | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isBusy, setBusy] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => {
    document.title = `${texts.title} · ${common.brand}`;
    const taken = () => setFiles(dropped);
    addEventListener(DROPPED, taken);
    return () => {
      removeEventListener(DROPPED, taken);
      forgetDropped();
      stop.current.abort();
    };
  }, []);
  const send = async (dryRun: boolean) => {
    stop.current.abort();
    const { signal } = (stop.current = new AbortController());
    setBusy(true);
    setTrouble(null);
    try {
      setReport((await upload(IMPORT, { dryRun }, files, signal)).importContent);
    } catch (cause) {
      if (!signal.aborted) {
        setTrouble(cause instanceof Trouble ? cause : new Trouble("refused", String(cause)));
      }
    }
    if (!signal.aborted) {
      setBusy(false);
    }
  };
  useEffect(() => {
    setReport(null);
    if (files.length > 0) {
      void send(true);
    }
  }, [files]);
  const again = () => void send(report === null || !report.dryRun);
  return (
    <main class="import">
      <h1>{texts.title}</h1>
      <p>{texts.about}</p>
      <p class="drop">
        <label>
          {texts.choose}{" "}
          <input type="file" multiple onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])} />
        </label>
      </p>
      <p role="status">{isBusy ? texts.reading : files.length > 0 && files.map(({ name }) => name).join(", ")}</p>
      {trouble?.kind === "token" ? (
        <TokenForm message={texts.needsToken} wanted="admin" done={again} />
      ) : trouble ? (
        <TroubleShown trouble={trouble} again={again} />
      ) : (
        report && <Report report={report} isBusy={isBusy} store={() => void send(false)} />
      )}
    </main>
  );
}

function Report({ report, isBusy, store }: { report: Imported; isBusy: boolean; store: () => void }) {
  const { contents, contradictions, files, dryRun } = report;
  const total = contents.reduce((sum, { count }) => sum + count, 0);
  const books = [...new Set(contents.map(({ document }) => document))];
  const skipped = files.flatMap((file) => file.skipped.map(({ path, reason }) => `${path}: ${reason}`));
  return (
    <section aria-labelledby="report">
      <h2 id="report">{dryRun ? texts.preview : texts.imported}</h2>
      <p>
        {filled(texts.inBooks, {
          entries: counted(total, common.entries),
          books: counted(books.length, common.books),
        })}{" "}
        {!dryRun &&
          books.map((book) => {
            const to = address({
              ...START,
              family: contents.find(({ document }) => document === book)?.family ?? null,
              chosen: { documents: [book] },
            });
            return (
              <a key={book} href={to} onClick={follow(to)}>
                {filled(texts.open, { book })}
              </a>
            );
          })}
      </p>
      <div class="wide" tabIndex={0} role="region" aria-label={texts.contents}>
        <table>
          <thead>
            <tr>
              <th scope="col">{common.book}</th>
              <th scope="col">{texts.what}</th>
              <th scope="col">{texts.number}</th>
            </tr>
          </thead>
          <tbody>
            {contents.map(({ document, family, kind, count }) => (
              <tr key={`${document} ${family} ${kind}`}>
                <td>{document}</td>
                <td>{kind ? capitalized(plain(kind)) : family && FAMILIES[family].many}</td>
                <td>{grouped(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Lines name={texts.skipped} lines={skipped} />
      <Lines name={texts.notes} lines={files.flatMap(({ notes }) => notes)} />
      <Lines
        name={texts.wrong}
        lines={contradictions.map(({ name, rule, stated, expected }) =>
          filled(texts.contradiction, { name, rule: plain(rule), stated, expected }),
        )}
      />
      {dryRun && total > 0 && (
        <p>
          <button type="button" disabled={isBusy} onClick={store}>
            {texts.import}
          </button>
        </p>
      )}
    </section>
  );
}

function Lines({ name, lines }: { name: string; lines: string[] }) {
  return lines.length > 0 ? (
    <details>
      <summary>
        {name} ({grouped(lines.length)})
      </summary>
      <ul>
        {lines.map((line, index) => (
          <li key={index} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </details>
  ) : null;
}
