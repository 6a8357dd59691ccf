// Connections of tests to a PostgreSQL server, beside those of the service.
import pg from 'pg';

export async function connectedClient(
  connectionString: string,
  application_name?: string,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name });
  await client.connect();
  return client;
}

/** The rows of a statement on a connection of its own. */
export async function rowsAt(connectionString: string, sql: string): Promise<object[]> {
  const client = await connectedClient(connectionString);
  return (await client.query(sql).finally(() => client.end())).rows;
}
