import type { Unvalidated } from '../../contract/public/shapes.ts'
import { type TemplateBody, titleLengthMax } from '../../contract/public/templates.ts'
import { fitText } from '../../values/gsm.ts'
import { isObject } from '../../values/json.ts'
import { isLongerThan } from '../../values/text-length.ts'
import { invalidFormat, missingParameter, textTooLong, titleTooLong } from './errors.ts'
import type { TemplateChange, TemplateContent } from './store.ts'

export interface ParseOptions {
  readonly segmentsMax: number
}

/** Reads the body of a POST, or throws the refusal that comes first. */
export function readTemplate(body: unknown, options: ParseOptions): TemplateContent {
  const { sms_title, message } = fieldsOf(body)
  return { title: readTitle(sms_title), text: readText(message, options) }
}

/** Reads the body of a PUT: what is absent stays as it is. */
export function readTemplateChange(body: unknown, options: ParseOptions): TemplateChange {
  const { sms_title, message } = fieldsOf(body)
  return {
    title: sms_title === undefined ? null : readTitle(sms_title),
    text: message === undefined ? null : readText(message, options),
  }
}

function fieldsOf(body: unknown): Unvalidated<TemplateBody> {
  if (!isObject(body)) throw invalidFormat()
  return body
}

function readTitle(value: unknown): string {
  const title = textOf(value)
  // Nobody finds a title again that has nothing to see.
  if (title.trim() === '') throw missingParameter('sms_title')
  if (isLongerThan(title, titleLengthMax)) throw titleTooLong()
  return title
}

function readText(value: unknown, { segmentsMax }: ParseOptions): string {
  const text = textOf(value)
  if (text === '') throw missingParameter('message')
  checkLength(text, segmentsMax)
  return text
}

/** Empty for what is no text: both are missing. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * What could never be sent is not kept. With its placeholders filled a text may still become too long; that is seen
 * when it is sent.
 */
export function checkLength(text: string, segmentsMax: number): void {
  const { segments } = fitText(text, 'gsm')
  if (segments > segmentsMax) throw textTooLong(segments, segmentsMax)
}
