"""Creates a product for each row of a CSV file, or updates columns of products. After a stop, run it again.

    export API=https://…/api/token-secured TOKEN=svc_…
    python3 import-products.py products.csv result.csv
    python3 import-products.py --dry-run products.csv
    python3 import-products.py --update=rent,cost result.csv updated.csv

The first row names the fields; an empty cell is left out. The result has each row once, with its id or its problems.
Exit code: 0 every row is done, 1 rows were refused, 2 stopped before the end: run it again.
"""

import argparse
import csv
import hashlib
import http.client
import io
import json
import math
import os
import random
import re
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

API, TOKEN = os.environ.get("API", ""), os.environ.get("TOKEN", "")
TIMEOUT_SECONDS = float(os.environ.get("TIMEOUT_SECONDS", "30"))
ATTEMPTS = 10
# The types of the OpenAPI document: in words, and whether a value has one.
TYPES = {
    "string": ("a text", lambda value: isinstance(value, str)),
    "number": ("a number such as 12.50", lambda value: type(value) in (int, float) and math.isfinite(value)),
    "integer": ("an integer", lambda value: type(value) in (int, float) and value % 1 == 0),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "array": ("a list", lambda value: isinstance(value, list)),
    "object": ("an object", lambda value: isinstance(value, dict)),
}
SCHEMAS = {}  # of the OpenAPI document, by their names
csv.field_size_limit(2**20)


def stop(why):
    print(f"Stopped: {why}", file=sys.stderr)
    sys.exit(2)


def read_csv(file):
    """The rows of a CSV file; a quoted cell may hold commas, line breaks and doubled quotes."""
    rows = []
    try:
        rows.extend(csv.reader(io.StringIO(Path(file).read_bytes().decode("utf-8-sig"), newline=""), strict=True))
    except csv.Error:
        stop(f"{file}: row {len(rows) + 1} has a quoted cell that does not end with a quote")
    return rows


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: urllib would send the token to whatever host it names."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def answer_of(method, url, product, key):
    """The status, the headers and the body of an answer, whatever its status."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    if product:
        headers["Content-Type"] = "application/json"
    if key:
        headers["Idempotency-Key"] = key
    body = json.dumps({"product": product}).encode() if product else None
    try:
        request = urllib.request.Request(url, body, headers, method=method)
        answer = OPENER.open(request, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        if 300 <= answer.status < 400:
            target = answer.headers["Location"]
            stop(f"{url} leads to {target}, which got no request: set API to an address that does not lead elsewhere")
        return answer.status, answer.headers, json.loads(answer.read())


def send(method, url, product=None, key=None):
    """Sends a request until it is answered. The key of a create is the same each time, so it is done once."""
    for attempt in range(ATTEMPTS):
        pause = min(0.5 * 2**attempt, 30) * random.uniform(0.5, 1)
        try:
            status, headers, answer = answer_of(method, url, product, key)
            why = answer.get("error") or answer.get("errors", [{}])[0].get("message")
            if "WWW-Authenticate" in headers:
                stop(why)  # the token is not valid, or its user may not write
            if status != 429 and status < 500:
                return answer
            pause = max(pause, float(headers.get("Retry-After", "0")))
        except (OSError, http.client.HTTPException, ValueError, AttributeError) as fault:
            why = fault  # no answer, half of one, or not our JSON
        print(f"{why}; again in {pause:.1f} s", file=sys.stderr)
        time.sleep(pause)
    stop("the service does not answer")


def resolve(schema):
    return SCHEMAS[schema["$ref"].split("/")[-1]] if "$ref" in schema else schema


def type_of(schema):
    return schema["type"][0] if isinstance(schema["type"], list) else schema["type"]


def number(text):
    """5.00 is 5: a spreadsheet writes either."""
    return int(float(text)) if float(text).is_integer() else float(text)


def read_cell(cell, schema):
    """The value of a cell: a text as it stands, all else as JSON: 12.50, TRUE, [{"src": …}], or a list in short."""
    kind, text = type_of(schema), cell.strip()
    if kind == "string":
        return cell
    if kind == "array" and not text.startswith("["):
        return list_of(text, list(resolve(schema["items"])["properties"].items()))
    try:
        return json.loads(text.lower() if kind == "boolean" else text, parse_float=number)
    except ValueError:
        return cell


def list_of(text, fields):
    """A list in short: entries of one field have spaces between, those of two are `Ground sheet:1; Peg:16`."""
    if len(fields) == 1:
        return [{fields[0][0]: entry} for entry in text.split()]
    (name, _), (quantity, schema) = fields[:2]
    pairs = [entry.rpartition(":") if ":" in entry else (entry, "", "") for entry in text.split(";")]
    return [{name: first.strip(), quantity: read_cell(last, schema)} for first, _, last in pairs]


def faults_of(value, schema, path=""):
    """The faults of a value against its schema."""
    schema = resolve(schema)
    words, has_type = TYPES[type_of(schema)]
    if not has_type(value):
        return [f"{path}: Must be {words}, not {json.dumps(value, ensure_ascii=False)[:100]}"]
    is_number, is_text, is_list = isinstance(value, (int, float)), isinstance(value, str), isinstance(value, list)
    about = re.split("[.;]", schema.get("description", ""))[0]
    allowed = [one for one in schema.get("enum", [value]) if one is not None]
    rules = [
        (is_number and value < schema.get("minimum", value), "Must be at least {minimum}"),
        (is_number and value > schema.get("maximum", value), "Must be at most {maximum}"),
        (is_text and len(value) > schema.get("maxLength", math.inf), "Must have at most {maxLength} characters"),
        (is_text and not re.search(schema.get("pattern", ""), value), "Does not fit “{about}”"),
        (value not in allowed, f"Must be one of {', '.join(map(str, allowed))}"),
        (is_list and len(value) > schema.get("maxItems", math.inf), "Must have at most {maxItems} entries"),
    ]
    faults = [f"{path}: {message.format(about=about, **schema)}" for is_broken, message in rules if is_broken]
    if "items" in schema:
        for index, entry in enumerate(value):
            faults += faults_of(entry, schema["items"], f"{path}[{index}]")
    if "properties" in schema:
        start, known = f"{path}." if path else "", schema["properties"]
        faults += [f"{start}{name}: This field is required" for name in schema.get("required", []) if name not in value]
        for name, entry in value.items():
            at = start + name
            faults += faults_of(entry, known[name], at) if name in known else [f"{at}: Unknown field"]
    return faults


def fields_of(columns, update, shape):
    """The fields to send, in the order of the document. Stops if the header is not that of such a file."""
    fields = [name for name, schema in shape["properties"].items() if not schema.get("readOnly")]
    named = update or columns
    needed = ["id", *update] if update else shape["required"]
    wrong = [f"no field of a product: “{name}”" for name in named if name not in fields]
    wrong += [f"the column “{name}” is missing" for name in needed if name not in columns]
    wrong += [f"the column “{name}” is there twice" for name in fields if columns.count(name) > 1]
    if wrong:
        stop(f"row 1: {', '.join(wrong)}. Fields: {', '.join(fields)}")
    return [name for name in fields if name in named]


def read_lines(columns, rows, update, shape):
    """The rows that are not empty, with what is sent of each, or with what is wrong with it."""
    fields = fields_of(columns, update, shape)
    first, lines = {}, []
    for row, cells in enumerate(rows, start=2):
        if not "".join(cells):
            continue
        line = {"row": row, "id": "", "key": "", "isDone": False}
        lines.append(line)
        if len(cells) != len(columns):
            line["problems"] = f"{len(cells)} cells, the header has {len(columns)}"
            continue
        line |= zip(columns, cells)
        given = [name for name in fields if line[name].strip()]
        product = {name: read_cell(line[name], shape["properties"][name]) for name in given}
        digest = hashlib.sha256(json.dumps(product).encode()).hexdigest()
        key = line["id"] if update else digest
        problems = faults_of(product, shape)
        if update and not re.fullmatch("[0-9]+", key):
            problems.append("id: Must be the id of a product")
        elif not given:
            problems.append("nothing to update")
        elif key in first:
            problems.append(f"the {'id' if update else 'cells'} of row {first[key]} again")
        first.setdefault(key, row)
        line |= {"row": row, "key": key, "product": product, "problems": "; ".join(problems)}
    return lines


def refuse(line):
    print(f"Row {line['row']}: {line['problems']}", file=sys.stderr)


def write(file, mode, head, lines):
    with open(file, mode, encoding="utf-8-sig", newline="") as target:
        writer = csv.DictWriter(target, head, extrasaction="ignore", restval="")
        if mode == "w":
            writer.writeheader()
        writer.writerows(lines)


def send_line(line, update):
    if update:
        answer = send("PUT", f"{API}/product/{line['key']}", line["product"])
    else:
        answer = send("POST", f"{API}/product", line["product"], line["key"])
    errors = "; ".join(f"{error['field']}: {error['message']}" for error in answer.get("errors", []))
    if not answer.get("success"):
        line["problems"] = errors or answer.get("error", "not an answer of this service")
    line |= {"isDone": True, "id": answer.get("id", line["id"])}


def main():
    parser = argparse.ArgumentParser(description="Import products; see the first lines of this file.")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--update", metavar="COLUMNS", type=lambda names: names.split(","), default=[])
    parser.add_argument("source")
    parser.add_argument("result", nargs="?")
    options = parser.parse_args()
    update, result = options.update, options.result
    if not API or not TOKEN:
        stop("set the environment variables API and TOKEN")
    if not result and not options.dry_run:
        stop("name a CSV file, and a file for the result")

    columns, *rows = read_csv(options.source) or [[]]
    if re.search("[;\t]", "".join(columns)):
        stop(f"{options.source}: row 1 has semicolons or tabs: save the file with commas between its cells")
    viewer = send("GET", urljoin(API, "/graphql?query={viewer{token{version}}}"))
    if not viewer.get("data"):
        stop(viewer["errors"][0]["message"])
    version = viewer["data"]["viewer"]["token"]["version"]
    SCHEMAS.update(send("GET", urljoin(API, f"/openapi.json?version={version}"))["components"]["schemas"])
    lines = read_lines(columns, rows, update, SCHEMAS["UpdateProductInput" if update else "CreateProductInput"])

    head = ["row", "id", "problems"] + ([] if update else ["key", *columns])
    old_head, *old = (os.path.exists(result or "") and read_csv(result)) or [head]
    if old_head[:4] != head[:4]:
        stop(f"{result} is there, and is no result of this command")
    earlier = [] if update else [line for line in (dict(zip(old_head, cells)) for cells in old) if line.get("id")]
    ids = {line["key"]: line["id"] for line in earlier}
    for line in lines:
        if line["key"] in ids and not line["problems"]:
            line |= {"id": ids[line["key"]], "isDone": True}
    known = {line["key"] for line in lines if line["isDone"]}
    others = [line | {"row": ""} for line in earlier if line["key"] not in known]

    def save():
        """Writes the result anew, in the order of the rows; products of rows that are not in the file come last."""
        write(f"{result}.new", "w", head, [line for line in lines if line["isDone"] or line["problems"]] + others)
        os.replace(f"{result}.new", result)

    for line in lines:
        if line["problems"]:
            refuse(line)
    to_send = [line for line in lines if not line["isDone"] and not line["problems"]]
    before = sum(line["isDone"] for line in lines)
    if not options.dry_run:
        save()
        for line in to_send:
            send_line(line, update)
            if line["problems"]:
                refuse(line)
            write(result, "a", head, [line])
        save()
    refused = sum(line["problems"] != "" for line in lines)
    word = "updated" if update else "created"
    done = f"{len(lines) - before - refused} {'to be ' if options.dry_run else ''}{word}"
    print(f"{done}, {refused} refused, {before} {word} before")
    sys.exit(1 if refused else 0)


try:
    main()
except (OSError, ValueError, KeyboardInterrupt) as fault:
    stop(str(fault) or "interrupted")
