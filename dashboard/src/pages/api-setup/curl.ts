import type { Issued } from './credential.ts'
import type { Product } from './products.ts'

const authOf = (issued: Issued) => ('token' in issued ? `-H 'Authorization: ${issued.token}'` : `-u ${issued.apiKey}:${issued.secret}`)

/** A line for a terminal, as `docs/api` writes them. */
export function curlLine(base: string, { path, body }: Product['example'], issued: Issued): string {
  const address = path.includes('?') ? `'${base}${path}'` : `${base}${path}`
  const sent = body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`
  return `curl ${authOf(issued)} ${address}${sent}`
}
