"""Creates a product for each row of a CSV file. Run it again after a stop: nothing is created twice.

    API=https://…/api/token-secured TOKEN=svc_… python3 import-products.py products.csv result.csv

The first row names the fields: title,rent,sku,quantity,images … An empty cell is left out; equal rows are one product.
Exit code: 0 every row is a product, 1 rows were refused (result.csv says why), 2 stopped before the end: run it again.
"""

import csv
import hashlib
import http.client
import io
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

API, TOKEN = os.environ["API"], os.environ["TOKEN"]
ATTEMPTS = 10
TIMEOUT_SECONDS = float(os.environ.get("TIMEOUT_SECONDS", "30"))
# The cells of these columns are JSON: 12.10, 3, true. What is no JSON is sent as text, and the service says what is wrong.
VALUES = {"rent", "cost", "quantity", "stock_type", "online", "archived", "shelf_life_min", "shelf_life_max"}


def value(column, cell):
    if column == "images":
        return [{"src": url} for url in cell.split()]
    try:
        return json.loads(cell) if column in VALUES else cell
    except ValueError:
        return cell


def stop(why):
    print(f"Stopped: {why}", file=sys.stderr)
    sys.exit(2)


def post(product, key):
    """The status, the seconds to wait and the body of an answer, whatever its status."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": key}
    body = json.dumps({"product": product}).encode()
    try:
        request = urllib.request.Request(f"{API}/product", body, headers)
        answer = urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        return answer.status, float(answer.headers.get("Retry-After", "0")), json.loads(answer.read())


def create(product, key):
    """Sends the request until it is answered. The key is the same each time, so the product is created once."""
    for attempt in range(ATTEMPTS):
        pause = min(0.5 * 2**attempt, 30) * random.uniform(0.5, 1)
        try:
            status, retry_after, answer = post(product, key)
            if status in (401, 403):
                stop(answer["error"])
            if status != 429 and status < 500:
                return answer
            why, pause = answer["error"], max(pause, retry_after)
        except (OSError, http.client.HTTPException, ValueError) as fault:  # no answer, half of one, or not our JSON
            why = fault
        print(f"{why}; again in {pause:.1f} s", file=sys.stderr)
        time.sleep(pause)
    stop("the service does not answer")


def main(source, result):
    try:
        rows = csv.DictReader(io.StringIO(Path(source).read_text("utf-8-sig"), newline=""))
    except (OSError, UnicodeDecodeError) as fault:
        stop(f"{source}: {fault}")
    Path(result).touch()
    with open(result, encoding="utf-8", newline="") as file:
        done = {line[1] for line in csv.reader(file) if len(line) == 4 and line[2]}
    created = refused = before = 0
    with open(result, "a", encoding="utf-8", newline="", buffering=1) as file:
        results = csv.writer(file)  # row, key, id, problems
        for number, row in enumerate(rows, start=2):
            product = {column: value(column, cell) for column, cell in row.items() if cell}
            key = hashlib.sha256(json.dumps(row).encode()).hexdigest()
            if key in done:
                before += 1
            if key in done or not product:
                continue
            answer = create(product, key)
            errors = answer.get("errors", [])
            problems = "; ".join(f"{error['field']}: {error['message']}" for error in errors) or answer.get("error", "")
            results.writerow([number, key, answer.get("id", ""), problems])
            if problems:
                refused += 1
                print(f"Row {number}: {problems}", file=sys.stderr)
            else:
                created += 1
                done.add(key)
    print(f"{created} created, {refused} refused, {before} created before")
    sys.exit(1 if refused else 0)


main(*sys.argv[1:])
