/** The console of a server that runs as a process of its own, asked as commands do it: over its control socket. */
import { text } from 'node:stream/consumers'
import { askSocket } from '../../src/commands/socket.ts'
import { controlPath } from '../../src/engine/http/control.ts'
import type { Method } from '../../src/values/address.ts'
import { callFor } from '../account-api.ts'
import type { Server } from './server.ts'

export async function askConsole(
  { dataDirectory }: Pick<Server, 'dataDirectory'>,
  method: Method,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type
): Promise<any> {
  const call = callFor(method, path)
  const answer = await askSocket(controlPath(dataDirectory), null)(
    method,
    call.url,
    body === undefined ? undefined : JSON.stringify(call.write(body)),
    call.headers,
  )
  const answered = await text(answer.body)
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answered}`)
  return answered === '' ? null : call.read(JSON.parse(answered))
}
