// The view's side of MCP Apps (SEP-1865): JSON-RPC with the host by postMessage. No other way out, nothing is stored.
const host = (() => {
  const waiting = new Map();
  let last = 0;
  let able = {};
  let shown = () => {};
  const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      post({ id: last, method, params });
    });
  const notify = (method, params) => post({ method, params });
  const dress = (context) => {
    if (!context) return;
    if (context.theme) document.documentElement.dataset.theme = context.theme;
    for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
      if (value) document.documentElement.style.setProperty(name, value);
    }
  };
  const answered = (message) => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (!asked) return;
    if (message.error) asked.reject(new Error(message.error.message));
    else asked.resolve(message.result);
  };
  const told = {
    'ui/notifications/tool-result': (params) => shown(params),
    'ui/notifications/host-context-changed': dress,
  };
  window.addEventListener('message', (event) => {
    const message = event.data;
    if (event.source !== window.parent || message?.jsonrpc !== '2.0') return;
    if (message.method === undefined) answered(message);
    else if (message.id !== undefined) post({ id: message.id, result: {} });
    else told[message.method]?.(message.params ?? {});
  });
  const start = async (name, show) => {
    shown = show;
    const met = await request('ui/initialize', {
      protocolVersion: '2026-01-26', appInfo: { name, version: '1' }, appCapabilities: { availableDisplayModes: ['inline'] },
    });
    able = met?.hostCapabilities ?? {};
    dress(met?.hostContext);
    notify('ui/notifications/initialized', {});
    new ResizeObserver(() => {
      const { width, height } = document.documentElement.getBoundingClientRect();
      notify('ui/notifications/size-changed', { width: Math.ceil(width), height: Math.ceil(height) });
    }).observe(document.documentElement);
  };
  return { start, call: (name, args) => request('tools/call', { name, arguments: args }), canCall: () => Boolean(able.serverTools) };
})();

const data = (result) => {
  if (result?.structuredContent) return result.structuredContent;
  const text = result?.content?.find((block) => block.type === 'text')?.text;
  try {
    return JSON.parse(text);
  } catch {
    return { seen: text ?? '' };
  }
};

// Texts of pages and callers are data: they only ever become text nodes.
const element = (tag, className, ...children) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ''));
  return made;
};
const words = (value) =>
  value === null || value === undefined ? '–' : typeof value === 'object' ? JSON.stringify(value) : String(value);
const pairs = (given) => {
  const list = element('dl', '');
  for (const [name, value] of Object.entries(given ?? {})) list.append(element('dt', '', name), element('dd', '', words(value)));
  return list.children.length ? list : null;
};
