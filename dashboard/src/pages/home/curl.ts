/** A first message as a program sends it. The number is one that the simulated network delivers to. */
export function curlLine({
  address,
  sender,
  key,
  secret,
}: {
  readonly address: string
  readonly sender: string
  readonly key: string
  readonly secret: string
}) {
  const body = { source_addr: sender, message: 'Hello', encoding: 0, recipients: [{ recipient_id: 1, dest_addr: '255712345678' }] }
  return [
    `curl -u ${key}:${secret} ${address}/v1/send \\`,
    `  -H 'Content-Type: application/json' \\`,
    // A sender name may have an apostrophe, which would end the text for the shell.
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join('\n')
}
