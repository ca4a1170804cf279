/** What tests of HTTP carriers share: the settings of the documentation, led to a provider in the test. */
import { readFileSync } from 'node:fs'
import type { Shape, SmsProvider } from './sms-provider.ts'

export const exampleFiles: Readonly<Record<Shape, string>> = { json: 'http-carrier-json.json', text: 'http-carrier-polled.json' }

export const readExample = (shape: Shape) => readFileSync(new URL(`../docs/examples/${exampleFiles[shape]}`, import.meta.url), 'utf8')

export function exampleSettings(shape: Shape, { address }: Pick<SmsProvider, 'address'>): Record<string, unknown> {
  return JSON.parse(readExample(shape).replaceAll(/https:\/\/[a-z]+\.provider\.example/g, address))
}
