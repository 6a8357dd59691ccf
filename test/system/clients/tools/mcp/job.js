// The tools that an MCP server makes of the served document, called as an agent does.
const { createRequire } = require('node:module');

const SERVER = createRequire(__filename).resolve(
  '@ivotoby/openapi-mcp-server/bin/mcp-server.js',
);

/** The arguments of each tool beside headers, and the IDs of a new product and of a bundle of it. */
exports.job = async ({ token, graphqlUrl }) => {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const client = new Client({ name: 'trial', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SERVER],
      env: {
        API_BASE_URL: new URL('/api/token-secured', graphqlUrl).href,
        OPENAPI_SPEC_PATH: new URL('/openapi.json', graphqlUrl).href,
        API_HEADERS: `Authorization:Bearer ${token}`,
        DISABLE_ABBREVIATION: 'true',
      },
    }),
  );
  const { tools } = await client.listTools();
  async function call(name, input) {
    const { content } = await client.callTool({ name, arguments: input });
    return JSON.parse(content[0].text).id;
  }
  try {
    const product = await call('create-product', {
      product: { title: 'Tent', rent: 24.5, sku: 'T-1' },
    });
    const bundle = await call('create-bundle', {
      bundle: { title: 'Weekend', items: [{ ad_id: product, quantity: 1 }] },
    });
    const inputs = tools.map(({ name, inputSchema }) => {
      const isOfBody = (field) => /^[a-z]/.test(field) && field !== 'service-version';
      return [name, Object.keys(inputSchema.properties).filter(isOfBody)];
    });
    return { inputs: Object.fromEntries(inputs), hasMade: product > 0 && bundle > product };
  } finally {
    await client.close();
  }
};
