# A request that is repeated, for programs.
import random
import time

import requests

ATTEMPTS = 5
REPEATED = (429, 502, 503, 504)


def send_with_retries(method, url, **options):
    """
    Repeats a request while there is no response, or one of the REPEATED statuses; never before its Retry-After.
    A write needs an Idempotency-Key.
    """
    options.setdefault("timeout", 30)
    for attempt in range(1, ATTEMPTS + 1):
        retry_after = ""
        try:
            response = requests.request(method, url, **options)
            if attempt == ATTEMPTS or response.status_code not in REPEATED:
                return response
            retry_after = response.headers.get("Retry-After", "")
        except (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError):
            if attempt == ATTEMPTS:
                raise
        seconds = int(retry_after) if retry_after.isdigit() else 0
        time.sleep(seconds + random.uniform(0.05, 0.15) * 2**attempt)
