export interface Call {
  readonly path: string
  /** Makes it a POST. A string is sent unchanged. */
  readonly body?: unknown
  /** By default GET, or POST with a body. */
  readonly method?: string
}

export type Signature = { readonly apiKey: string; readonly secret: string } | { readonly token: string }

/** A curl command in the style of `docs/api`. */
export function curlLine(base: string, { path, body, method }: Call, signature: Signature): string {
  const auth =
    'token' in signature ? `-H 'Authorization: ${signature.token}'` : `-u ${signature.apiKey}:${signature.secret}`
  const address = path.includes('?') ? `'${base}${path}'` : `${base}${path}`
  const usual = body === undefined ? 'GET' : 'POST'
  const verb = method === undefined || method === usual ? '' : `-X ${method} `
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  // An apostrophe, as in a sender name, would end the quoted text of the shell.
  const sent =
    body === undefined
      ? ''
      : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${content.replaceAll("'", `'\\''`)}'`
  return `curl ${verb}${auth} ${address}${sent}`
}

/** A number for examples. In production any real number would belong to somebody, so a placeholder is shown. */
export const exampleNumber = (staging: boolean) => (staging ? '255712345678' : 'YOUR_NUMBER')

export const firstMessage = (sender: string, number: string): Call => ({
  path: '/v1/send',
  body: { source_addr: sender, message: 'Hello', encoding: 0, recipients: [{ recipient_id: 1, dest_addr: number }] },
})
