// Starts GraphiQL: the schema comes from a static file, the token from its field, the example from the page's address.
const root = document.querySelector('#graphiql');
const { endpoint, schema, workers, examples } = JSON.parse(root.dataset.settings);
const { apiToken, YogaGraphiQL } = globalThis;

globalThis.MonacoEnvironment = { getWorkerUrl: (_, label) => workers[label] };

/** The key under which GraphiQL stores its tabs. */
const STORED_TABS = 'graphiql:tabState';

/** A browser can deny storage; tabs then last as long as the page. */
function openStorage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const storage = openStorage();

const REJECTED =
  'The service rejected this token (401): it is unknown, revoked, expired, from the other environment, or its account is disabled.';

const hasToken = (headers) =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');

/** A token in the headers pane overrides the field's. */
async function send(params, { headers: given = {} } = {}) {
  const error = apiToken.error();
  if (error && !hasToken(given)) {
    apiToken.report(error);
    return { errors: [{ message: error }] };
  }
  const headers = { 'Content-Type': 'application/json', ...given };
  if (!hasToken(given)) headers.Authorization = `Bearer ${apiToken.value()}`;
  const response = await fetch(endpoint, {
    method: 'POST',
    headers,
    body: JSON.stringify(params),
  });
  delete root.dataset.unsent;
  if (response.status === 401) apiToken.report(REJECTED);
  else apiToken.noteState();
  // On a narrow screen the response is below the query.
  root.querySelector('.graphiql-response').scrollIntoView({ block: 'nearest' });
  return response.json();
}

/** The example named in the address, which is then removed so that a reload keeps the tabs. */
function chosenExample() {
  const address = new URL(location.href);
  const chosen = examples.find(({ name }) => name === address.searchParams.get('example'));
  address.searchParams.delete('example');
  history.replaceState(null, '', address);
  return chosen;
}

/** The tab that was open last; GraphiQL itself opens the one edited last. */
function lastTab() {
  const { tabs = [], activeTabIndex } = JSON.parse(storage?.getItem(STORED_TABS) ?? '{}');
  return tabs[activeTabIndex];
}

/** A tab's content: GraphiQL opens the tab that has it, or a new one. */
const contentOf = ({ query, variables }) => ({
  query: query ?? '',
  variables: variables ?? '',
});

function start(introspection) {
  YogaGraphiQL.renderYogaGraphiQL(root, {
    title: 'GraphiQL',
    fetcher: send,
    schema: introspection,
    // By default it uses the browser's storage; null means none.
    ...(storage === null && { storage }),
    shouldPersistHeaders: false,
    forcedTheme: 'system',
    defaultEditorToolsVisibility: 'variables',
    // A new tab is empty.
    defaultQuery: '',
    ...contentOf(chosenExample() ?? lastTab() ?? examples[0]),
    // Otherwise the package would write each query into the page's address, which would then be an endpoint URL.
    onEditQuery() {},
  });
}

root.dataset.unsent = '';

document
  .querySelector('#example')
  .addEventListener('change', ({ target }) => target.form.submit());

fetch(schema)
  .then((response) => response.json())
  .then(start)
  .catch(() => {
    root.querySelector('.waiting p').textContent =
      'The editor could not be loaded. Reload the page to try again.';
  });
