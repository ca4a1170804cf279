import { fitText } from '../../values/gsm.ts'
import { isObject } from '../../values/json.ts'
import { invalidFormat, missingParameter, textTooLong, titleTooLong } from './errors.ts'
import { isTitleTooLong } from './rules.ts'
import type { TemplateChange, TemplateContent } from './store.ts'

export interface ParseOptions {
  /** Numbers are taken for strings. */
  readonly lenient: boolean
  readonly segmentsMax: number
}

/** Reads the body of a POST, or throws the refusal that comes first. */
export function readTemplate(body: unknown, options: ParseOptions): TemplateContent {
  const { sms_title, message } = fieldsOf(body)
  return { title: readTitle(sms_title, options), text: readText(message, options) }
}

/** Reads the body of a PUT: what is absent stays as it is. */
export function readTemplateChange(body: unknown, options: ParseOptions): TemplateChange {
  const { sms_title, message } = fieldsOf(body)
  return {
    title: sms_title === undefined ? null : readTitle(sms_title, options),
    text: message === undefined ? null : readText(message, options),
  }
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw invalidFormat()
  return body
}

function readTitle(value: unknown, { lenient }: ParseOptions): string {
  const title = textOf(value, lenient)
  // Nobody finds a title again that has nothing to see.
  if (title.trim() === '') throw missingParameter('sms_title')
  if (isTitleTooLong(title)) throw titleTooLong()
  return title
}

function readText(value: unknown, { lenient, segmentsMax }: ParseOptions): string {
  const text = textOf(value, lenient)
  if (text === '') throw missingParameter('message')
  checkLength(text, segmentsMax)
  return text
}

/** Empty for what is no text: both are missing. */
function textOf(value: unknown, lenient: boolean): string {
  if (typeof value === 'string') return value
  return lenient && typeof value === 'number' ? String(value) : ''
}

/** What could never be sent is not kept. With its placeholders filled a text may still become too long; that is seen when it is sent. */
export function checkLength(text: string, segmentsMax: number): void {
  const { segments } = fitText(text, 'gsm')
  if (segments > segmentsMax) throw textTooLong(segments, segmentsMax)
}
