import { isObject } from '../../values/json.ts'
import { SettingsProblem } from '../carrier.ts'
import { type Given, problem, refuseUnknown } from '../settings.ts'
import { fillRequest, methods, type RequestTemplate, type Values } from './fill.ts'
import type { Judge } from './send.ts'

/** Reads what the settings of all who are spoken to by templates have in common. */

const textMax = 16_384

const requestSettings = ['method', 'url', 'headers', 'body'] as const

export function readBounded(settings: unknown): Given {
  if (!isObject(settings)) throw problem('the settings are no object')
  if (JSON.stringify(settings).length > textMax) throw problem(`the settings are longer than ${textMax} characters`)
  return settings
}

/** `known` are the settings of the request besides those of every request. */
export function readRequest(
  value: unknown,
  name: string,
  known: readonly string[],
): { readonly template: RequestTemplate; readonly given: Given } {
  if (!isObject(value)) throw problem(`${name} is missing`)
  refuseUnknown(value, [...requestSettings, ...known], `${name}.`)
  const { url, headers = {}, body } = value
  const method = methods.find((one) => one === (value.method ?? (body === undefined ? 'GET' : 'POST')))
  if (typeof url !== 'string') throw problem(`${name}.url is missing`)
  if (/^https?:\/\/[^/?#]*\{/i.test(url)) throw problem(`${name}.url has a place in its host`)
  if (method === undefined) throw problem(`${name}.method is one of ${methods.join(', ')}`)
  if (method === 'GET' && body !== undefined) throw problem(`${name}.body can not be sent with GET`)
  if (!isObject(headers)) throw problem(`${name}.headers is no object`)
  for (const [header, text] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9-]+$/.test(header) || typeof text !== 'string' || !/^[\x20-\x7e]*$/.test(text))
      throw problem(`${name}.headers.${header} is no header`)
  }
  return { template: { method, url, headers: headers as Values, body }, given: value }
}

/** Paths such as `data.status`, by what stands there; empty where it is left out. */
export function readPaths<const Name extends string>(
  value: unknown,
  name: string,
  fields: readonly Name[],
): Readonly<Record<Name, string>> {
  if (value !== undefined && !isObject(value)) throw problem(`${name} is no object`)
  const given: Given = value ?? {}
  refuseUnknown(given, fields, `${name}.`)
  const paths = fields.map((field) => {
    const path = given[field] ?? ''
    if (typeof path !== 'string') throw problem(`${name}.${field} is no path such as data.status`)
    return [field, path] as const
  })
  return Object.fromEntries(paths) as Record<Name, string>
}

/** Which values mean what. `http:404` is the status of the answer itself. */
export function readStates<const State extends string>(
  value: unknown,
  name: string,
  names: readonly State[],
): ReadonlyMap<string, State> {
  const states = new Map<string, State>()
  if (value === undefined) return states
  if (!isObject(value)) throw problem(`${name} is no object`)
  refuseUnknown(value, names, `${name}.`)
  for (const state of names) {
    const values = value[state] ?? []
    if (!Array.isArray(values) || !values.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) {
      throw problem(`${name}.${state} is no list of values`)
    }
    for (const one of values.map(String)) {
      if (states.has(one)) throw problem(`${name}: ${JSON.stringify(one)} can not mean ${states.get(one)} and ${state}`)
      states.set(one, state)
    }
  }
  return states
}

/**
 * With made-up values, so that a place that nothing can be put into is found now, and not with the first request. Gives
 * the URL that would be called.
 */
export function tryFill(name: string, request: RequestTemplate, values: Values): string {
  try {
    return readUrl(fillRequest(request, values).url)
  } catch (error) {
    throw problem(`${name}: ${(error as Error).message}`)
  }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw problem('its url is no http or https address')
  if (url.username !== '' || url.password !== '')
    throw problem('its url has a user or a password in it: put them into a header, as a secret')
  return url.href
}

/** Whether requests may go to all of them. */
export async function judgeAll(judge: Judge, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const judgement = await judge(url)
    if (!judgement.ok) throw new SettingsProblem(`${new URL(url).origin}: ${judgement.why}`)
  }
}
