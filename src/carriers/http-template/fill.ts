import { isObject } from '../../values/json.ts'
import { SettingsProblem } from '../carrier.ts'

/**
 * Templates with placeholders, such as `https://example.com/transfers/{reference}`. Values are escaped for their
 * context.
 */

export type Values = Readonly<Record<string, string>>
type Escape = (value: string) => string

/** A name without quotes and spaces, so that braces of JSON stay unchanged. */
const place = /\{([a-z_]+(?:\.[A-Za-z0-9_-]+)?)\}/g

const asIs: Escape = (value) => value
const inUrl: Escape = encodeURIComponent
const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1)
const inXml: Escape = (value) => value.replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Names secrets as templates refer to them. */
export const secretValues = (secrets: Values): Values =>
  Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`secrets.${name}`, value]))

function fill(template: string, values: Values, escaped: Escape): string {
  return template.replace(place, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new SettingsProblem(`unknown placeholder {${name}}`)
    return escaped(value)
  })
}

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

export interface RequestTemplate {
  readonly method: Method
  readonly url: string
  readonly headers: Values
  /** A text, or JSON with placeholders in its strings. */
  readonly body: unknown
}

export interface FilledRequest {
  readonly method: Method
  readonly url: string
  readonly headers: Values
  readonly body?: string
}

export function fillRequest({ method, url, headers, body }: RequestTemplate, values: Values): FilledRequest {
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), fill(value, values, asIs)]),
  )
  const withUrl = { method, url: fill(url, values, inUrl) }
  if (body === undefined || body === null) return { ...withUrl, headers: filled }
  if (typeof body !== 'string') {
    return {
      ...withUrl,
      headers: { 'content-type': 'application/json', ...filled },
      body: JSON.stringify(fillJson(body, values)),
    }
  }
  const type = filled['content-type'] ?? 'application/x-www-form-urlencoded'
  const escaped = type.includes('json') ? inJson : type.includes('xml') ? inXml : inUrl
  return { ...withUrl, headers: { ...filled, 'content-type': type }, body: fill(body, values, escaped) }
}

function fillJson(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fill(value, values, asIs)
  if (Array.isArray(value)) return value.map((one) => fillJson(one, values))
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillJson(one, values)]))
    : value
}
