// An address that is too long for HTTP: the page that it is of reads the part after `?` behind `#` as well, which no browser
// sends.

const PLACES = ["/", "/book", "/encounter", "/list"];

const { pathname, search } = location;
if (PLACES.includes(pathname) && search) {
  location.replace(`${pathname}#${search.slice(1)}`);
}
