import type { Unvalidated } from '../../contract/public/shapes.ts'
import { type TemplateBody, titleLengthMax } from '../../contract/public/templates.ts'
import { fitText } from '../../values/gsm.ts'
import { isObject } from '../../values/json.ts'
import { isLongerThan } from '../../values/sms.ts'
import { invalidFormat, missingParameter, textTooLong, titleTooLong } from './errors.ts'
import type { TemplateChange, TemplateContent } from './store.ts'

/** Parses the body of a POST, or throws the first refusal. */
export function readTemplate(body: unknown, segmentsMax: number): TemplateContent {
  const { sms_title, message } = fieldsOf(body)
  return { title: readTitle(sms_title), text: readText(message, segmentsMax) }
}

/** Parses the body of a PUT: missing fields keep their value. */
export function readTemplateChange(body: unknown, segmentsMax: number): TemplateChange {
  const { sms_title, message } = fieldsOf(body)
  return {
    title: sms_title === undefined ? null : readTitle(sms_title),
    text: message === undefined ? null : readText(message, segmentsMax),
  }
}

function fieldsOf(body: unknown): Unvalidated<TemplateBody> {
  if (!isObject(body)) throw invalidFormat()
  return body
}

function readTitle(value: unknown): string {
  const title = textOf(value)
  // A blank title could not be found again.
  if (title.trim() === '') throw missingParameter('sms_title')
  if (isLongerThan(title, titleLengthMax)) throw titleTooLong()
  return title
}

function readText(value: unknown, segmentsMax: number): string {
  const text = textOf(value)
  if (text === '') throw missingParameter('message')
  checkLength(text, segmentsMax)
  return text
}

/** Empty for other types: both count as missing. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Rejects a text that could never be sent. With filled placeholders it may still become too long, which is checked when
 * it is sent. The public API says `segments`.
 */
export function checkLength(text: string, max: number, unit = 'segments'): void {
  const { segments } = fitText(text, 'gsm')
  if (segments > max) throw textTooLong(segments, max, unit)
}
