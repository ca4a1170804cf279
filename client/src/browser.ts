/** Whoever opens a page reads all that is in it, so no secret may be there. There is no option to allow it. */
export function refuseBrowsers(): void {
  const { document, navigator } = globalThis as {
    document?: unknown
    navigator?: { readonly userAgent?: unknown; readonly product?: unknown }
  }
  // Workers of a browser have no document. Node, Deno, Bun and edge runtimes call themselves by other names.
  const isBrowser = document !== undefined || String(navigator?.userAgent ?? '').startsWith('Mozilla/')
  // An app is taken apart as easily as a page.
  if (isBrowser || navigator?.product === 'ReactNative') {
    throw new Error(
      'ngoma/client does not run in a browser: everybody who opens the page could read your secret and send in your name. Call it from a server, and let the page ask that server. (A test environment with a document, such as jsdom, looks like a browser too: run these tests in one without.)',
    )
  }
}
