// The playground of a program that was built without npm: type a query, see its answer.

import { commented, examples } from "./examples.js";

const $ = (id) => document.getElementById(id);

function show() {
  const { value, dataset } = $("examples").selectedOptions[0];
  const { query } = examples.find(({ key }) => key === value);
  $("query").value = commented(query, dataset.about);
}

async function run() {
  const start = performance.now();
  $("time").textContent = "…";
  const token = $("token").value.trim();
  try {
    const response = await fetch("/graphql", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json, application/json;q=0.9",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query: $("query").value }),
    });
    const text = await response.text();
    try {
      $("answer").textContent = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      $("answer").textContent = `${response.status}: ${text}`;
    }
  } catch {
    $("answer").textContent = $("answer").dataset.away;
  }
  $("time").textContent = $("time").dataset.took.replace("{count}", Math.round(performance.now() - start));
}

$("examples").onchange = () => {
  show();
  run();
};
$("run").onclick = run;
$("query").onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  }
};
show();
