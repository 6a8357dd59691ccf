"""Creates a product for each row of a spreadsheet, or updates columns of products. After a stop, run it again.

    python3 import-products.py --dry-run products.csv
    python3 import-products.py products.csv result.csv
    python3 import-products.py --update=rent,cost result.csv updated.csv

The environment variables API and TOKEN have the service's address and your token. The first row names the fields;
an empty cell is left out. The result has each row once, with its product's ID or its problems.
Exit status: 0 every row is done, 1 rows were rejected, 2 stopped before the end.
"""

import argparse
import csv
import difflib
import hashlib
import http.client
import io
import json
import os
import random
import re
import ssl
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

TOKEN = os.environ.get("TOKEN", "").strip()
TIMEOUT_SECONDS = float(os.environ.get("TIMEOUT_SECONDS", "30"))
BASE_PATH = "/api/token-secured"
ATTEMPTS = 10
LONGEST_WAIT_SECONDS = 3600
LONGEST_CELL = 2**20
csv.field_size_limit(2**31 - 1)  # a longer cell is a problem of its row


class Stop(Exception):
    """Ends the run. Its result says which rows are done."""


def say(message):
    """Prints a message without the token, whoever wrote the message."""
    print(message.replace(TOKEN, "svc_…") if TOKEN else message, file=sys.stderr)


# ---- The file


FORMATS = {
    b"PK\x03\x04": "a workbook, not CSV. Open it, and save the sheet as “CSV UTF-8”",
    b"\xd0\xcf\x11\xe0": "a workbook, not CSV. Open it, and save the sheet as “CSV UTF-8”",
    b"{": "JSON, not CSV: send it to the API, or save it as a spreadsheet",
    b"[": "JSON, not CSV: send it to the API, or save it as a spreadsheet",
    b"<": "HTML or XML, not CSV. Open it in a spreadsheet, and save it as “CSV UTF-8”",
}


def decode(file, content, encoding):
    """The text of a file in UTF-8, UTF-16 or the given encoding."""
    start = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    for mark, what in FORMATS.items():
        if start.startswith(mark):
            raise Stop(f"{file} is {what}")
    zero = content[:2].find(b"\0")  # UTF-16 has a zero beside each English letter, and may have a mark before
    guessed = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8", "utf-16-be", "utf-16-le")[zero + 1]
    try:
        return content.decode(encoding or guessed).lstrip("\ufeff")
    except UnicodeDecodeError as error:
        row = len(re.findall(b"\r\n?|\n", content[: error.start])) + 1
        line = re.split(b"\r\n?|\n", content)[row - 1]
        names = ("windows-1252", "macroman")
        read = [f"“{line.decode(name, 'replace')[:80]}” with --encoding={name}" for name in names]
        form = error.encoding.upper()
        what = f"{file}: row {row} isn't {form}. Save the file as “CSV UTF-8”, or name its encoding"
        raise Stop(f"{what}: the row is {', '.join(read)}") from None


def cells_of(text, separator, strict=False):
    lines = io.StringIO(text, newline="")
    return csv.reader(lines, delimiter=separator, strict=strict, skipinitialspace=True)


def explain(error, text, line):
    """What is wrong with a row that isn't CSV; `line` is where the reader stopped."""
    if "expected after" not in str(error):
        return "a quoted cell that doesn't end with a quote"
    if '\\"' in re.split(r"\r\n?|\n", text)[line - 1]:
        return "a backslash before a quote: write two quotes for one in a quoted cell"
    return "text behind a closing quote: put the whole cell in quotes, and write two quotes for one within it"


def read_csv(file, content, encoding=""):
    """The rows of a file whose cells are separated by commas, semicolons or tabs."""
    text = decode(file, content, encoding)
    named = re.match(r'"?sep=([,;|\t])"?(\r\n?|\n)', text, re.IGNORECASE)
    text = text[named.end() :] if named else text
    rows = []
    try:
        head = text.lstrip("\r\n")
        separator = named[1] if named else max(",;\t", key=lambda one: len(next(cells_of(head, one), [])))
        reader = cells_of(text, separator, strict=True)
        rows.extend(reader)
    except csv.Error as error:
        raise Stop(f"{file}: row {len(rows) + 1} has {explain(error, text, reader.line_num)}") from None
    return rows or [[]]


# ---- Cells: each function returns a cell's value, or raises what it must be


class Unclear(Exception):
    """What a cell could mean, or what a spreadsheet made of it, and what to do in the sheet."""


# What spreadsheets leave in a cell instead of its text.
NOT_TEXT = {
    "#N/A|#(REF|VALUE|NAME|DIV/0|NUM|NULL|SPILL|CALC|ERROR|FIELD)[!?]|Err:[0-9]+": "is a formula's error: correct it",
    r"Loading\.\.\.|#GETTING_DATA": "was still loading: save the file again once it shows the text",
    '=("|[A-Z]+[0-9(]).*': "is a formula: replace it with its value",
    "-?[0-9]([.,][0-9]+)?E[+-][0-9]+": "is a rounded number: format the column as text, and enter the cell again",
    "null": "would be a string: a cell can't clear a field. Leave it empty to keep the field as it is",
}


def read_text(cell):
    for pattern, what in NOT_TEXT.items():
        if re.fullmatch(pattern, cell.strip(), re.IGNORECASE | re.DOTALL):
            raise Unclear(what)
    return cell


def read_number(schema, cell):
    """A point before three digits may separate thousands, so such a cell has two meanings."""
    text, is_whole = cell.strip(), type_of(schema) == "integer"
    if re.fullmatch("-?[0-9]{1,15}[.][0-9]{3}", text):
        thousands, fraction = text.replace(".", ""), text + "0"
        other = str(float(text)).removesuffix(".0")
        raise Unclear(f"could be {thousands} or {other}: write {thousands}, or {other if is_whole else fraction}")
    if not re.fullmatch("-?[0-9]{1,15}" + ("([.]0{1,2})?" if is_whole else "([.][0-9]{1,15})?"), text):
        values = [str(value) for value in schema.get("enum", []) if value is not None]
        form = "a whole number such as 12" if is_whole else "a number such as 12.50"
        raise ValueError(" or ".join(values) or form)
    return int(float(cell)) if float(cell).is_integer() else float(cell)


def read_boolean(cell):
    if cell.strip().lower() not in ("true", "false"):
        raise ValueError("true or false")
    return cell.strip().lower() == "true"


def read_urls(name, cell):
    """Splits where the next URL begins. A comma or semicolon may belong to a URL, but not right after .jpg."""
    urls = re.split(r"[\s,;|]+(?=https?://)", cell.strip(" \t\r\n\xa0,;|"), flags=re.IGNORECASE)
    unclear = re.compile(r"\s|[|]|[.](jpe?g|png|webp|gif|avif|svg)[,;]|^(?!https?://)", re.IGNORECASE)
    if any(unclear.search(url) for url in urls):
        raise ValueError("complete URLs with spaces between; within a URL write %20 for a space and %2C for a comma")
    return [{name: url} for url in urls]


def read_counted(name, quantity, cell):
    """Splits at semicolons and line breaks; a comma, bar or second colon may separate or belong to a name."""
    entries = [entry.strip() for entry in re.split(r"[;\r\n]+", cell) if entry.strip()]
    found = [re.fullmatch(r"([^:,|]*[^:,|\s])\s*:\s*([1-9][0-9]{0,14})", entry) for entry in entries]
    if not all(found):
        raise ValueError("name:quantity with semicolons between, such as Ground sheet:1; Peg:16")
    return [{name: one[1], quantity: int(one[2])} for one in found]


def type_of(schema):
    kind = schema.get("type")
    return kind[0] if isinstance(kind, list) else kind


def reader_of(schema, schemas):
    """What reads the cells of a field; None if a cell can't hold its values."""
    if type_of(schema) != "array":
        number = partial(read_number, schema)
        readers = {"string": read_text, "number": number, "integer": number, "boolean": read_boolean}
        return readers.get(type_of(schema))
    entry = schemas.get(schema["items"].get("$ref", "").split("/")[-1], {})
    types = {name: type_of(one) for name, one in entry.get("properties", {}).items()}
    reader = {("string",): read_urls, ("string", "integer"): read_counted}.get(tuple(types.values()))
    return reader and partial(reader, *types)


# ---- The service


def origin_of(address):
    """Where the service is: its origin, or an address of REST or GraphQL, with or without https:// and slashes."""
    if "svc_" in address or "@" in address:
        raise Stop("API has a token or password in it: set it to the service's address alone")
    if address and "://" not in address:
        is_local = re.match(r"localhost|127[.]|\[::1]", address)
        address = f"{'http' if is_local else 'https'}://{address}"
    host = r"(?:[\w.-]+|\[[\da-f:]+])(?::\d{1,5})?"
    parts = re.fullmatch(rf"(https?://{host})((?:/[\w.~-]*)*)", address, re.ASCII | re.IGNORECASE)
    if not parts:
        raise Stop("set API to the service's address, such as https://api.example.com")
    path = re.sub("/+", "/", parts[2]).partition(BASE_PATH)[0]
    return parts[1] + re.sub("/(graphql/?)?$", "", path)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: urllib would send the token to whatever host it names."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


class Answer:
    def __init__(self, response):
        self.status, self.headers = response.status, response.headers
        self.content, self.problems = {}, f"status {self.status}, not from this API"
        try:
            content = json.loads(response.read())
            errors = [f"{error['field']}: {error['message']}" for error in content.get("errors", [])]
            self.content, self.problems = content, "; ".join(errors) or content.get("error", self.problems)
        except (ValueError, LookupError, TypeError, AttributeError):
            pass  # torn, or from a proxy


def send_once(method, url, body, key):
    headers = {"Authorization": f"Bearer {TOKEN}", "User-Agent": "import-products.py"}
    headers.update({"Content-Type": "application/json"} if body else {})
    headers.update({"Idempotency-Key": key} if key else {})
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with OPENER.open(request, timeout=TIMEOUT_SECONDS) as response:
            return Answer(response)
    except urllib.error.HTTPError as response:
        with response:
            answer = Answer(response)
    if answer.status < 400:
        target = answer.headers["Location"]
        raise Stop(f"{url} leads to {target}, which got no request: set API to an address that doesn't lead elsewhere")
    if "WWW-Authenticate" in answer.headers:
        reason = re.search('error_description="([^"]*)"', answer.headers["WWW-Authenticate"])
        raise Stop(answer.problems + (f": {reason[1]}" if reason else ""))
    return answer


def send(method, url, body=None, key=None, attempts=ATTEMPTS):
    """Repeats a request until it succeeds or fails for good. With its key, a create is done once."""
    for attempt in range(1, attempts + 1):
        wait = min(2**attempt / 2, 30) * random.uniform(0.5, 1)
        try:
            answer = send_once(method, url, body, key)
            is_busy = answer.status == 429 or answer.status >= 500
            if not is_busy and (answer.content or answer.status >= 400):
                return answer
            asked = answer.headers.get("Retry-After", "")
            why, wait = answer.problems, max(wait, int(asked) if asked.isdecimal() else 0)
        except (OSError, http.client.HTTPException) as error:
            why = getattr(error, "reason", error)
        if wait > LONGEST_WAIT_SECONDS:
            then = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(time.time() + wait))
            raise Stop(f"{url}: {why}. Run it again after {then}")
        is_hopeless = isinstance(why, ssl.SSLCertVerificationError)
        if is_hopeless or attempt == attempts:
            raise Stop(f"{url}: {why}")
        say(f"{why}; again in {wait:.1f} s")
        time.sleep(wait)


def read_schemas(origin):
    """The schemas of the token's version. A GET where products are created checks address and token: it is a 405."""
    url = f"{origin}{BASE_PATH}/product"
    answer = send("GET", url, attempts=3)
    if answer.status == 405 and "write" not in answer.headers.get("Token-Permissions", "write"):
        raise Stop("the token's user doesn't have the permission write")
    if answer.status == 405 and "X-API-Version" in answer.headers:
        url = f"{origin}/openapi.json?version={answer.headers['X-API-Version']}"
        answer = send("GET", url)
    if "components" not in answer.content:
        raise Stop(f"{url}: {answer.problems}. Set API to the service's address, such as https://api.example.com")
    return answer.content["components"]["schemas"]


# ---- Rows


@dataclass
class Row:
    number: int
    cells: dict = field(default_factory=dict)
    product: dict = field(default_factory=dict)
    id: str = ""
    key: str = ""
    problems: str = ""
    is_done: bool = False

    def report(self, file):
        if self.problems:
            say(f"{file}: row {self.number}: {self.problems}")

    def as_line(self):
        own = {"row": self.number, "id": self.id, "problems": self.problems, "idempotency_key": self.key}
        return {**self.cells, **own}


def suggestion(name, fields):
    letters = {re.sub("[^a-z0-9]", "", one.lower()): one for one in fields}
    near = difflib.get_close_matches(re.sub("[^a-z0-9]", "", name.lower()), letters, n=1, cutoff=0.8)
    return f" (did you mean {letters[near[0]]}?)" if near else ""


def check_columns(file, columns, update, fields, needed):
    """Stops if the first row isn't that of a file to create products, or to update them."""
    named = update or [name for name in columns if name and name != "id"]
    unknown = [f"“{name}”{suggestion(name, fields)}" for name in named if name not in fields]
    wrong = [f"unknown columns {', '.join(unknown)}"] if unknown else []
    wrong += [f"the column “{name}” is missing" for name in needed if name not in columns]
    wrong += [f"the column “{name}” is there twice" for name in fields if columns.count(name) > 1]
    if not update and "id" in columns:
        wrong.append("“id” names products that exist: update them with --update, or remove the column")
    if wrong:
        raise Stop(f"{file}: row 1: {'; '.join(wrong)}. Columns there are: {', '.join(fields)}")


def canonical(product):
    """The JSON that is sent, and whose hash is the key: names sorted, no white space, in UTF-8."""
    return json.dumps(product, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def read_row(number, columns, cells, readers, needed):
    """A row with what is sent of it, or with its problems; `needed` are the columns that no row may lack."""
    row = Row(number, {name: cell for name, cell in zip(columns, cells) if name})
    problems = []
    for name in [name for name in readers if row.cells.get(name, "").strip()]:
        cell = row.cells[name]
        try:
            if len(cell) > LONGEST_CELL:
                raise Unclear(f"has more than {LONGEST_CELL} characters")
            row.product[name] = readers[name](cell)
        except ValueError as form:
            problems.append(f"{name}: Must be {form}, not “{cell[:100]}”")
        except Unclear as what:
            problems.append(f"{name}: “{cell[:100]}” {what}")
    update = "id" in needed
    row.id = row.cells.get("id", "").strip()
    row.key = row.id if update else hashlib.sha256(canonical(row.product)).hexdigest()
    is_short = any(name in needed for name in columns[len(cells) :])
    if is_short or "".join(cells[len(columns) :]).strip():
        cells_there = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
        problems = [f"{cells_there}, the header has {len(columns)}"]
    elif not update and any(cell.strip() for name, cell in zip(columns, cells) if not name):
        problems.append("a cell in a column without a name")
    elif update and not re.fullmatch("[0-9]+", row.id):
        problems.append("id: Must be the ID of a product")
    elif not row.product and not problems:
        problems.append("nothing to update")
    row.problems = "; ".join(problems)
    return row


def read_rows(file, lines, update, schemas):
    """The rows that aren't blank, and their columns in the API's spelling."""
    shape = schemas["UpdateProductInput" if update else "CreateProductInput"]
    readers = {name: reader_of(one, schemas) for name, one in shape["properties"].items() if not one.get("readOnly")}
    fields = [name for name, reader in readers.items() if reader]
    spelled = {name.lower(): name for name in [*fields, "id"]}
    numbered = [(number, cells) for number, cells in enumerate(lines, start=1) if "".join(cells).strip()]
    header = numbered[0][1] if numbered else []
    columns = [spelled.get(name.strip().lower(), name.strip()) for name in header]
    update = [spelled.get(name.strip().lower(), name.strip()) for name in update]
    needed = ["id", *update] if update else shape.get("required", [])
    check_columns(file, columns, update, fields, needed)
    readers = {name: readers[name] for name in fields if name in (update or columns)}
    rows = [read_row(number, columns, cells, readers, needed) for number, cells in numbered[1:]]
    first = {}
    for row in rows:
        if not row.problems and first.setdefault(row.key, row) is not row:
            row.problems = f"the {'id' if update else 'cells'} of row {first[row.key].number} again"
    return rows, [name for name in columns if name]


# ---- The result


def whole_lines(file, content, head):
    """The content without its last line if that was cut, by a full disk for example."""
    end, is_quoted = 0, False
    for found in re.finditer(rb'"|\r\n?|\n', content):
        if found[0] == b'"':
            is_quoted = not is_quoted
        elif not is_quoted:
            end = found.end()
    if end == len(content):
        return content
    if end == 0 and not ("\ufeff" + ",".join(head)).encode().startswith(content):
        return content
    say(f"{file}: the last line is incomplete and is left out; its product is found again by its key")
    return content[:end]


def read_result(file, head):
    """The lines that a former run left."""
    content = Path(file).read_bytes() if file and os.path.exists(file) else b""
    content = whole_lines(file, content, head)
    header, *lines = read_csv(file, content) if content else [head]
    if header[:4] != head[:4]:
        raise Stop(f"{file} is there and isn't a result of such a run: name another file")
    return [dict(zip(header, cells)) for cells in lines]


def write(file, mode, head, lines):
    with open(file, mode, encoding="utf-8-sig", newline="") as target:
        writer = csv.DictWriter(target, head, extrasaction="ignore", restval="")
        if mode == "w":
            writer.writeheader()
        writer.writerows(lines)


def save(file, head, rows, others):
    """Writes the result anew in the order of the rows; products whose rows are no longer in the file come last."""
    write(f"{file}.new", "w", head, [row.as_line() for row in rows if row.is_done or row.problems] + others)
    os.replace(f"{file}.new", file)


def send_row(row, url, update):
    body = b'{"product":' + canonical(row.product) + b"}"
    answer = send("PUT", f"{url}/{row.id}", body) if update else send("POST", url, body, row.key)
    if answer.status == 405 or (answer.status == 404 and not update):
        raise Stop(f"{url}: {answer.problems}")
    row.problems = "" if answer.content.get("success") else answer.problems
    row.id = str(answer.content.get("id", row.id))
    row.is_done = True


def main():
    parser = argparse.ArgumentParser(description="Import products; see the first lines of this file.")
    parser.add_argument("--dry-run", action="store_true", help="check the file, address and token, and send no product")
    parser.add_argument("--update", metavar="COLUMNS", type=lambda names: names.split(","), default=[])
    parser.add_argument("--encoding", default="", help="of the file, if it is neither UTF-8 nor UTF-16")
    parser.add_argument("source")
    parser.add_argument("result", nargs="?")
    options = parser.parse_args()
    update, result = options.update, options.result
    if not result and not options.dry_run:
        raise Stop("name a CSV file, and a file for the result")
    if not re.fullmatch("svc_(test|live)_[0-9A-Za-z]{34}", TOKEN):
        form = "svc_test_ or svc_live_ and 34 letters or digits"
        raise Stop(f"set TOKEN to a token: {form}, not {len(TOKEN)} characters in another form")
    origin = origin_of(os.environ.get("API", "").strip())
    lines = read_csv(options.source, Path(options.source).read_bytes(), options.encoding)
    rows, columns = read_rows(options.source, lines, update, read_schemas(origin))
    head = ["row", "id", "problems"] + ([] if update else ["idempotency_key", *columns])
    earlier = {line["idempotency_key"]: line for line in read_result(result, head) if line.get("id") and not update}
    for row in rows:
        if row.key in earlier and not row.problems:
            row.id, row.is_done = earlier.pop(row.key)["id"], True
        row.report(options.source)
    others = [{**line, "row": ""} for line in earlier.values()]
    before = sum(row.is_done for row in rows)
    if not options.dry_run:
        save(result, head, rows, others)
        for row in [row for row in rows if not row.is_done and not row.problems]:
            send_row(row, f"{origin}{BASE_PATH}/product", update)
            row.report(options.source)
            write(result, "a", head, [row.as_line()])
        save(result, head, rows, others)
    rejected = sum(row.problems != "" for row in rows)
    word = "updated" if update else "created"
    done = f"{len(rows) - before - rejected} {'to be ' if options.dry_run else ''}{word}"
    print(f"{done}, {rejected} rejected, {before} {word} before")
    sys.exit(1 if rejected else 0)


try:
    main()
except (Stop, OSError, ValueError, LookupError, KeyboardInterrupt) as error:
    say(f"Stopped: {str(error) or 'interrupted'}")
    sys.exit(2)
