import { type Faults, readFault } from './faults.ts'
import { type Fields, parseFields } from './json.ts'
import type { Exchange, Reply } from './server.ts'

/** The prefix of the API that steers an emulator. No provider has such paths. */
export const controlPrefix = '/_emulator'

/** A mistake in a request to the control API, shown to the developer. */
export class ControlProblem extends Error {
  override readonly name = 'ControlProblem'
}

/** By method and path after the prefix, for example `POST /write`. */
export type Controls = Readonly<Record<string, (fields: Fields) => unknown>>

/** Answers a request to the control API, with the endpoints for faults that all emulators have. */
export async function control(faults: Faults, controls: Controls, exchange: Exchange): Promise<Reply> {
  const all: Controls = {
    ...controls,
    'GET /faults': () => faults.list(),
    'DELETE /faults': () => {
      faults.clear()
      faults.release()
      return []
    },
    'POST /faults': (fields) => {
      const fault = readFault(fields)
      if (typeof fault === 'string') throw new ControlProblem(fault)
      faults.add(fault.name, fault)
      return faults.list()
    },
  }
  const run = all[`${exchange.method} ${exchange.path.slice(controlPrefix.length)}`]
  if (!run) return { status: 404, body: { message: `use ${Object.keys(all).join(', ')} under ${controlPrefix}` } }
  const fields = exchange.body.length === 0 ? {} : parseFields(exchange.body)
  if (fields === null) return { status: 400, body: { message: 'send a JSON object' } }
  try {
    const body = await run(fields)
    return typeof body === 'string'
      ? { status: 200, body: Buffer.from(body), type: 'text/csv; charset=utf-8' }
      : { status: 200, body: body ?? { done: true } }
  } catch (error) {
    if (error instanceof ControlProblem) return { status: 400, body: { message: error.message } }
    throw error
  }
}

/** A text that the control API requires. */
export function requiredText(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw new ControlProblem(`${name} is required`)
  return value
}
