import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isSimple, previewOf, templateBody } from './chat-template.ts'

const template = {
  ...{ provider: 'wa', name: 'order_ready', language: 'en', category: 'UTILITY', status: 'APPROVED', syncedAt: '' },
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Hello {{ first_name }}, {{1}} is ready. Bye, {{first_name}}.' },
    { type: 'FOOTER', text: 'Duka' },
  ],
}
const texts = { 'HEADER 1': '4711', 'BODY first_name': ' Asha ', 'BODY 1': 'the bag' }

it('fills in a template of a chat channel once every placeholder has a text', () => {
  const key = 'order_ready en'
  assert.equal(templateBody([template], { key: null, texts }), null)
  assert.equal(templateBody([template], { key, texts: { ...texts, 'BODY 1': ' ' } }), null)
  const text = (value: string, name?: string) => ({ type: 'text', parameter_name: name, text: value })
  assert.deepEqual(templateBody([template], { key, texts }), {
    name: 'order_ready',
    language: 'en',
    components: [
      { type: 'header', parameters: [text('4711')] },
      { type: 'body', parameters: [text('Asha', 'first_name'), text('the bag')] },
    ],
  })
})

it('shows a template of a chat channel with the texts that were typed', () => {
  const shown = previewOf(template, { key: '', texts: { 'BODY first_name': 'Asha' } })
  assert.equal(shown, 'Order {{1}}\nHello Asha, {{1}} is ready. Bye, Asha.\nDuka')
})

it('leaves templates with files or with placeholders in buttons to programs', () => {
  const withPart = (part: object) => isSimple({ ...template, components: [part as Record<string, unknown>] })
  const button = { type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://example.com/{{1}}' }] }
  assert.deepEqual(
    [isSimple(template), withPart({ type: 'HEADER', format: 'IMAGE' }), withPart(button)],
    [true, false, false],
  )
})
