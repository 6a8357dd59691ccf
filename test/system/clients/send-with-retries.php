<?php
// A request that is repeated, for programs.

const ATTEMPTS = 5;
const REPEATED = [429, 502, 503, 504];

/**
 * Repeats a request while there is no response, or one of the REPEATED statuses; never before its Retry-After.
 * A write needs an Idempotency-Key. Returns the status and the body.
 */
function send_with_retries(string $method, string $url, array $headers, ?string $body = null): array
{
    for ($attempt = 1; ; $attempt++) {
        $seconds = 0;
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$seconds): int {
                if (stripos($line, 'Retry-After:') === 0) $seconds = (int) substr($line, 12);
                return strlen($line);
            },
        ]);
        if ($body !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        $response = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($response === false && $attempt === ATTEMPTS) throw new RuntimeException(curl_error($curl));
        if ($response !== false && ($attempt === ATTEMPTS || !in_array($status, REPEATED, true))) {
            return [$status, $response];
        }
        usleep(1_000_000 * $seconds + random_int(50_000, 150_000) * 2 ** $attempt);
    }
}
