// Starts Scalar on the REST reference: the documents of this service, no other host, the colour scheme of the system.
const container = document.getElementById('reference');
const dark = window.matchMedia('(prefers-color-scheme: dark)');

window.Scalar.createApiReference(container, {
  sources: JSON.parse(container.dataset.documents),
  // The origin of this page, whatever origin the document names: the page may send requests to no other one.
  servers: [{ url: `${location.origin}${container.dataset.server}` }],
  theme: 'default',
  darkMode: dark.matches,
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  proxyUrl: '',
  hideClientButton: true,
  hideSearch: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  orderRequiredPropertiesFirst: true,
  orderSchemaPropertiesBy: 'preserve',
});

// Scalar reads the colour scheme only once.
dark.addEventListener('change', ({ matches }) => {
  document.body.classList.toggle('dark-mode', matches);
  document.body.classList.toggle('light-mode', !matches);
});
