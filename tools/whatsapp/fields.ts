import { type Fields, isFields } from '../emulator/json.ts'
import { GraphProblem } from './errors.ts'

/** Strict reading of request fields. `path` names the field in errors, for example `text.body`. */

/** Only these fields may be present. */
export function onlyFields(fields: Fields, allowed: readonly string[], path = ''): void {
  const unexpected = Object.keys(fields).find((name) => !allowed.includes(name))
  if (unexpected === undefined) return
  throw new GraphProblem(
    100,
    path === ''
      ? `Param "${unexpected}" is not a valid parameter.`
      : `Unexpected key "${unexpected}" on param "${path}".`,
  )
}

export function requireFields(value: unknown, path: string): Fields {
  if (value === undefined) throw new GraphProblem(131008, `Parameter "${path}" is mandatory.`)
  if (!isFields(value)) throw new GraphProblem(131009, `Param "${path}" must be a JSON object.`)
  return value
}

export function requireList(value: unknown, path: string, min: number, max: number): unknown[] {
  if (value === undefined) throw new GraphProblem(131008, `Parameter "${path}" is mandatory.`)
  if (!Array.isArray(value)) throw new GraphProblem(131009, `Param "${path}" must be an array.`)
  if (value.length < min || value.length > max)
    throw new GraphProblem(131009, `Param "${path}" must have ${min} to ${max} items, but it has ${value.length}.`)
  return value
}

export function requireText(value: unknown, path: string, max: number, min = 1): string {
  if (value === undefined) throw new GraphProblem(131008, `Parameter "${path}" is mandatory.`)
  if (typeof value !== 'string') throw new GraphProblem(131009, `Param "${path}" must be a string.`)
  const { length } = [...value]
  if (length < min || length > max)
    throw new GraphProblem(131009, `Param "${path}" must have ${min} to ${max} characters, but it has ${length}.`)
  return value
}

export function optionalText(value: unknown, path: string, max: number): void {
  if (value !== undefined) requireText(value, path, max)
}

export function requireOneOf<Choice extends string>(value: unknown, path: string, choices: readonly Choice[]): Choice {
  const text = requireText(value, path, 200)
  const choice = choices.find((one) => one === text)
  if (choice === undefined)
    throw new GraphProblem(100, `Param "${path}" must be one of {${choices.join(', ')}}, not "${text}".`)
  return choice
}

export function requireUrl(value: unknown, path: string): void {
  const text = requireText(value, path, 2_000)
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text))
    throw new GraphProblem(131009, `Param "${path}" must be an HTTP or HTTPS URL.`)
}

/** A degree, as number or as text. */
export function requireDegrees(value: unknown, path: string, max: number): void {
  if (value === undefined) throw new GraphProblem(131008, `Parameter "${path}" is mandatory.`)
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,3}(\.\d+)?$/.test(value))
  if (!isNumeric || !(Math.abs(Number(value)) <= max))
    throw new GraphProblem(131009, `Param "${path}" must be a number from -${max} to ${max}.`)
}
