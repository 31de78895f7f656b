// A client of the TypeScript SDK: `node ts_client.mjs <v1|v2> <legacy|modern> <stdio|http> <command as JSON | address>`.
// Prints one JSON document of what it saw. Packages are found from NODE_HOME, where the tests install them.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const [sdk, era, transport, where] = process.argv.slice(2);
const require = createRequire(path.join(process.env.NODE_HOME, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

async function classes() {
  if (sdk === 'v2') {
    const [main, stdio] = [await load('@modelcontextprotocol/client'), await load('@modelcontextprotocol/client/stdio')];
    return [main.Client, main.StreamableHTTPClientTransport, stdio.StdioClientTransport];
  }
  const [main, http, stdio] = await Promise.all(
    ['index', 'streamableHttp', 'stdio'].map((name) => load(`@modelcontextprotocol/sdk/client/${name}.js`)),
  );
  return [main.Client, http.StreamableHTTPClientTransport, stdio.StdioClientTransport];
}

const [Client, Http, Stdio] = await classes();
const asked = [];
const options = { capabilities: { elicitation: { form: {} } } };
if (sdk === 'v2') options.versionNegotiation = { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' };
const client = new Client({ name: `ts-${sdk}`, version: '1' }, options);
const answer = async (request) => {
  asked.push(request.params.message);
  return { action: 'accept', content: { confirm: true } };
};
if (sdk === 'v2') client.setRequestHandler('elicitation/create', answer);
else client.setRequestHandler((await load('@modelcontextprotocol/sdk/types.js')).ElicitRequestSchema, answer);

if (transport === 'http') await client.connect(new Http(new URL(where)));
else {
  const [command, ...args] = JSON.parse(where);
  await client.connect(new Stdio({ command, args, env: process.env, stderr: 'ignore' }));
}
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const called = await client.callTool({ name: 'run_workflow', arguments: { workflow: 'shop_find_price', arguments: { query: 'x' } } });
const consented = await client.callTool({
  name: 'run_workflow', arguments: { workflow: 'shop_delete_item', arguments: { query: 'x' } },
});
const wrong = await client.callTool({ name: 'run_workflow', arguments: {} });
let unknown = null;
try {
  await client.callTool({ name: 'no_such_tool', arguments: {} });
} catch (error) {
  unknown = error.code;
}
const memory = await client.getPrompt({ name: 'site_memory', arguments: { site: 'shop.example' } });
const resources = (await client.listResources()).resources.map((resource) => resource.uri);
const read = await client.readResource({ uri: resources.find((uri) => uri.startsWith('awm://sites/')) });
const said = JSON.stringify({
  tools, asked, unknown, resources,
  called: called.structuredContent, same: JSON.parse(called.content[0].text).status === called.structuredContent.status,
  consented: consented.structuredContent.status, wrong: wrong.isError === true,
  prompt: memory.messages.length, text: read.contents[0].text,
});
await client.close();
process.stdout.write(said, () => process.exit(0));
