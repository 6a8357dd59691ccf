// Starts Scalar on the REST reference: our documents, no other host, the colours of the system.
const place = document.getElementById('reference');
const dark = window.matchMedia('(prefers-color-scheme: dark)');

window.Scalar.createApiReference(place, {
  sources: JSON.parse(place.dataset.documents),
  theme: 'default',
  darkMode: dark.matches,
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  orderRequiredPropertiesFirst: true,
  orderSchemaPropertiesBy: 'preserve',
});

// Scalar reads the scheme once; the rest of the page follows the system at any time.
dark.addEventListener('change', ({ matches }) => {
  document.body.classList.toggle('dark-mode', matches);
  document.body.classList.toggle('light-mode', !matches);
});
