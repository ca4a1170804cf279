import { isObject } from '../../values/json.ts'
import { SettingsProblem } from '../carrier.ts'
import { type Given, problem, rejectUnknown } from '../settings.ts'
import { fillRequest, methods, type RequestTemplate, type Values } from './fill.ts'
import type { Judge } from './send.ts'

/** Readers for the settings that all providers with request templates share. */

const textMax = 16_384

const requestSettings = ['method', 'url', 'headers', 'body'] as const

export function readBounded(settings: unknown): Given {
  if (!isObject(settings)) throw problem('the settings must be an object')
  if (JSON.stringify(settings).length > textMax)
    throw problem(`the settings must be at most ${textMax} characters of JSON`)
  return settings
}

/** `known` are the settings of this request in addition to the common ones. */
export function readRequest(
  value: unknown,
  name: string,
  known: readonly string[],
): { readonly template: RequestTemplate; readonly given: Given } {
  if (!isObject(value)) throw problem(`${name} is missing`)
  rejectUnknown(value, [...requestSettings, ...known], `${name}.`)
  const { url, headers = {}, body } = value
  const method = methods.find((one) => one === (value.method ?? (body === undefined ? 'GET' : 'POST')))
  if (typeof url !== 'string') throw problem(`${name}.url is missing`)
  if (/^https?:\/\/[^/?#]*\{/i.test(url)) throw problem(`${name}.url must not have a placeholder in its host`)
  if (method === undefined) throw problem(`${name}.method must be one of ${methods.join(', ')}`)
  if (method === 'GET' && body !== undefined) throw problem(`${name}.body cannot be sent with GET`)
  if (!isObject(headers)) throw problem(`${name}.headers must be an object`)
  for (const [header, text] of Object.entries(headers)) {
    if (!/^[A-Za-z0-9-]+$/.test(header) || typeof text !== 'string' || !/^[\x20-\x7e]*$/.test(text))
      throw problem(`${name}.headers.${header} is not a valid header`)
  }
  return { template: { method, url, headers: headers as Values, body }, given: value }
}

/** Reads paths such as `data.status`, by field; empty where not given. */
export function readPaths<const Name extends string>(
  value: unknown,
  name: string,
  fields: readonly Name[],
): Readonly<Record<Name, string>> {
  if (value !== undefined && !isObject(value)) throw problem(`${name} must be an object`)
  const given: Given = value ?? {}
  rejectUnknown(given, fields, `${name}.`)
  const paths = fields.map((field) => {
    const path = given[field] ?? ''
    if (typeof path !== 'string') throw problem(`${name}.${field} must be a path such as data.status`)
    return [field, path] as const
  })
  return Object.fromEntries(paths) as Record<Name, string>
}

/** Maps response values to states. `http:404` is the status of the response itself. */
export function readStates<const State extends string>(
  value: unknown,
  name: string,
  names: readonly State[],
): ReadonlyMap<string, State> {
  const states = new Map<string, State>()
  if (value === undefined) return states
  if (!isObject(value)) throw problem(`${name} must be an object`)
  rejectUnknown(value, names, `${name}.`)
  for (const state of names) {
    const values = value[state] ?? []
    if (!Array.isArray(values) || !values.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) {
      throw problem(`${name}.${state} must be a list of strings, numbers or booleans`)
    }
    for (const one of values.map(String)) {
      if (states.has(one))
        throw problem(`${name}: ${JSON.stringify(one)} cannot mean both ${states.get(one)} and ${state}`)
      states.set(one, state)
    }
  }
  return states
}

/**
 * Fills the request with sample values and returns its URL. So an unknown placeholder is found when the settings are
 * saved, not with the first request.
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
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw problem('the URL must begin with http:// or https://')
  if (url.username !== '' || url.password !== '')
    throw problem('the URL must not contain a user name or password; put them into a header, as a secret')
  return url.href
}

/** Throws a SettingsProblem unless requests to all URLs are allowed. */
export async function checkUrls(judge: Judge, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const judgement = await judge(url)
    if (!judgement.ok) throw new SettingsProblem(`${new URL(url).origin}: ${judgement.why}`)
  }
}
