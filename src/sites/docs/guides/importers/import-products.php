<?php

/*
 * Creates a product for each row of a CSV file. Run it again after a stop: nothing is created twice.
 *
 *     API=https://…/api/token-secured TOKEN=svc_… php import-products.php products.csv result.csv
 *
 * The first row names the fields: title,rent,sku,quantity,images … An empty cell is left out; equal rows are one product.
 * Exit code: 0 every row is a product, 1 rows were refused (result.csv says why), 2 stopped before the end: run it again.
 */

declare(strict_types=1);

const ATTEMPTS = 10;
// The cells of these columns are JSON: 12.10, 3, true. What is no JSON is sent as text, and the service says what is wrong.
const VALUES = ['rent', 'cost', 'quantity', 'stock_type', 'online', 'archived', 'shelf_life_min', 'shelf_life_max'];

function value(string $column, string $cell): mixed
{
    if ($column === 'images') {
        return array_map(fn ($url) => ['src' => $url], preg_split('/\s+/', trim($cell)));
    }
    return in_array($column, VALUES, true) ? json_decode($cell) ?? $cell : $cell;
}

function stop(string $why): never
{
    fwrite(STDERR, "Stopped: $why\n");
    exit(2);
}

/** Sends the request until it is answered. The key is the same each time, so the product is created once. */
function create(array $product, string $key): array
{
    static $curl = null;
    $curl ??= curl_init(getenv('API') . '/product');
    curl_setopt_array($curl, [
        CURLOPT_HTTPHEADER => [
            'Authorization: Bearer ' . getenv('TOKEN'),
            'Content-Type: application/json',
            "Idempotency-Key: $key",
        ],
        CURLOPT_POSTFIELDS => json_encode(['product' => $product], JSON_THROW_ON_ERROR),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT_MS => (int) (1000 * (float) (getenv('TIMEOUT_SECONDS') ?: 30)),
    ]);
    for ($attempt = 0; $attempt < ATTEMPTS; $attempt++) {
        $text = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $answer = is_string($text) ? json_decode($text, true) : null; // null: no answer, half of one, or not our JSON
        if ($answer && ($status === 401 || $status === 403)) {
            stop($answer['error']);
        }
        if ($answer && $status !== 429 && $status < 500) {
            return $answer;
        }
        $backoff = min(0.5 * 2 ** $attempt, 30) * random_int(50, 100) / 100;
        $pause = max($backoff, $answer ? curl_getinfo($curl, CURLINFO_RETRY_AFTER) : 0);
        fprintf(STDERR, "%s; again in %.1f s\n", $answer['error'] ?? (curl_error($curl) ?: "HTTP $status"), $pause);
        usleep((int) (1e6 * $pause));
    }
    stop('the service does not answer');
}

[, $source, $result] = $argv;
if (!getenv('API') || !getenv('TOKEN')) {
    stop('set the environment variables API and TOKEN');
}
if (!is_readable($source) || !preg_match('//u', file_get_contents($source))) {
    stop("$source is no readable file in UTF-8");
}
$results = fopen($result, 'a+'); // row, key, id, problems
$done = [];
while ($line = fgetcsv($results, escape: '')) {
    if (count($line) === 4 && $line[2] !== '') {
        $done[$line[1]] = true;
    }
}
$rows = fopen($source, 'r');
if (fread($rows, 3) !== "\xEF\xBB\xBF") { // the mark with which Excel begins a file
    rewind($rows);
}
$columns = fgetcsv($rows, escape: '');
$created = $refused = $before = 0;
for ($number = 2; $cells = fgetcsv($rows, escape: ''); $number++) {
    $product = [];
    foreach ($columns as $index => $column) {
        if (($cells[$index] ?? '') !== '') {
            $product[$column] = value($column, $cells[$index]);
        }
    }
    $key = hash('sha256', json_encode([$columns, $cells]));
    $before += isset($done[$key]) ? 1 : 0;
    if (isset($done[$key]) || !$product) {
        continue;
    }
    $answer = create($product, $key);
    $words = array_map(fn ($error) => "$error[field]: $error[message]", $answer['errors'] ?? []);
    $problems = implode('; ', $words) ?: $answer['error'] ?? '';
    fputcsv($results, [$number, $key, $answer['id'] ?? '', $problems], escape: '');
    if ($problems) {
        $refused++;
        fwrite(STDERR, "Row $number: $problems\n");
    } else {
        $created++;
        $done[$key] = true;
    }
}
echo "$created created, $refused refused, $before created before\n";
exit($refused ? 1 : 0);
