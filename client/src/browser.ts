/** Throws in a browser, because a secret in a web page is public. No option allows it. */
export function refuseBrowsers(): void {
  const { document, navigator } = globalThis as {
    document?: unknown
    navigator?: { readonly userAgent?: unknown; readonly product?: unknown }
  }
  // Browser workers have no document. Node, Deno, Bun and edge runtimes have other user agents.
  const isBrowser = document !== undefined || String(navigator?.userAgent ?? '').startsWith('Mozilla/')
  // A mobile app can be decompiled.
  if (isBrowser || navigator?.product === 'ReactNative') {
    throw new Error(
      'ngoma/client does not run in a browser, because every visitor could read your secret and send messages with it. Call it from your server, and let the page call your server. (A test environment with a document, such as jsdom, also counts as a browser: run these tests in the Node environment.)',
    )
  }
}
