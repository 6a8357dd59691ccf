// Connections of tests to a PostgreSQL server, beside those of the service.
import pg from 'pg';

/** It survives the loss of its connection, and its next statement fails. */
export async function connectedClient(
  connectionString: string,
  application_name?: string,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The rows of a statement on a connection of its own. */
export async function rowsAt(connectionString: string, sql: string): Promise<object[]> {
  const client = await connectedClient(connectionString);
  return (await client.query(sql).finally(() => client.end())).rows;
}
