export interface Call {
  readonly path: string
  /** Makes it a POST. */
  readonly body?: unknown
}

/** What a program signs in with. */
export type Signature = { readonly apiKey: string; readonly secret: string } | { readonly token: string }

/** A line for a terminal, as `docs/api` writes them. */
export function curlLine(base: string, { path, body }: Call, signature: Signature): string {
  const auth =
    'token' in signature ? `-H 'Authorization: ${signature.token}'` : `-u ${signature.apiKey}:${signature.secret}`
  const address = path.includes('?') ? `'${base}${path}'` : `${base}${path}`
  // A sender name may have an apostrophe, which would end the text for the shell.
  const sent =
    body === undefined
      ? ''
      : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`
  return `curl ${auth} ${address}${sent}`
}

/**
 * A number for examples. In production it would be somebody's, who would get what people try, so there is none to copy.
 */
export const exampleNumber = (staging: boolean) => (staging ? '255712345678' : 'YOUR_NUMBER')

/** A first message as a program sends it. */
export const firstMessage = (sender: string, number: string): Call => ({
  path: '/v1/send',
  body: { source_addr: sender, message: 'Hello', encoding: 0, recipients: [{ recipient_id: 1, dest_addr: number }] },
})
