import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GraphProblem } from './errors.ts'
import { checkMessage, type KnownObjects } from './messages.ts'
import type { Template } from './templates.ts'

const template = (name: string, components: Template['components'], more: Partial<Template> = {}): Template => ({
  id: '1',
  name,
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  components,
  ...more,
})
const known: KnownObjects = {
  templates: [
    template('plain', [{ type: 'BODY', text: 'Hello' }]),
    template('order', [
      { type: 'HEADER', format: 'TEXT', text: 'For {{1}}' },
      { type: 'BODY', text: 'Order {{1}} of {{2}}, again {{1}}' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Open', url: 'https://duka.example/{{1}}' }] },
    ]),
    template('named', [{ type: 'BODY', text: 'Hello {{first_name}}' }]),
    template('picture', [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Look' },
    ]),
    template('paused', [{ type: 'BODY', text: 'Hello' }], { status: 'PAUSED' }),
    template('pending', [{ type: 'BODY', text: 'Hello' }], { status: 'PENDING' }),
  ],
  hasMedia: (id) => id === '77',
  hasMessage: (id) => id === 'wamid.known',
}

const base = { messaging_product: 'whatsapp', recipient_type: 'individual', to: '255710000001' }
const text = (fields: object, more: object = {}) => ({
  ...base,
  type: 'text',
  text: { body: 'Hi', ...fields },
  ...more,
})
const of = (type: string, fields: unknown) => ({ ...base, type, [type]: fields })
const named = (name: string, components?: object[], code = 'en') =>
  of('template', { name, language: { code }, components: components || undefined })
const body = (...texts: object[]) => ({ type: 'body', parameters: texts.map((one) => ({ type: 'text', ...one })) })
const header = body
const buttons = (...titles: string[]) => ({
  type: 'button',
  body: { text: 'Choose' },
  action: { buttons: titles.map((title, index) => ({ type: 'reply', reply: { id: `b${index}`, title } })) },
})
const list = (sections: object[], more: object = {}) => ({
  type: 'list',
  body: { text: 'Choose' },
  action: { button: 'Open', sections, ...more },
})
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `r${from + index}`, title: `Row ${index}` }))

const order = [
  { ...header({ text: 'Asha' }), type: 'header' },
  body({ text: '17' }, { text: 'Monday' }),
  { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '17' }] },
]

const accepted: readonly (readonly [title: string, body: object])[] = [
  ['a text', text({ preview_url: true })],
  ['a text of 4096 characters', text({ body: 'é'.repeat(4096) })],
  ['a number with a plus sign', text({}, { to: '+255710000001' })],
  ['an answer with callback data', text({}, { context: { message_id: 'wamid.known' }, biz_opaque_callback_data: 'x' })],
  ['an image by link', of('image', { link: 'https://duka.example/a.jpg', caption: 'Look' })],
  ['a document by ID', of('document', { id: '77', filename: 'a.pdf', caption: 'Bill' })],
  ['audio', of('audio', { link: 'https://duka.example/a.ogg' })],
  ['a location', of('location', { latitude: -6.8, longitude: '39.28', name: 'Dar', address: 'Posta' })],
  ['contacts', of('contacts', [{ name: { formatted_name: 'Asha' } }])],
  ['a reaction', of('reaction', { message_id: 'wamid.known', emoji: '👍' })],
  ['a template without parameters', named('plain')],
  ['a template with all parameters', named('order', order)],
  ['a template with named parameters', named('named', [body({ text: 'Asha', parameter_name: 'first_name' })])],
  [
    'a template with a picture',
    named('picture', [
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://duka.example/a.jpg' } }] },
    ]),
  ],
  ['three buttons', of('interactive', buttons('Yes', 'No', 'Later'))],
  [
    'ten rows in two sections',
    of(
      'interactive',
      list([
        { title: 'A', rows: rows(5) },
        { title: 'B', rows: rows(5, 5) },
      ]),
    ),
  ],
  [
    'a link button',
    of('interactive', {
      type: 'cta_url',
      body: { text: 'Pay' },
      action: { name: 'cta_url', parameters: { display_text: 'Open', url: 'https://duka.example/' } },
    }),
  ],
]

const refused: readonly (readonly [title: string, body: object, code: number])[] = [
  ['no messaging_product', { ...text({}), messaging_product: undefined }, 131008],
  ['another messaging_product', text({}, { messaging_product: 'sms' }), 100],
  ['another recipient_type', text({}, { recipient_type: 'broadcast' }), 100],
  ['no recipient', text({}, { to: undefined }), 131008],
  ['a recipient with letters', text({}, { to: '2557100abc01' }), 131009],
  ['an unknown type', of('fax', {}), 100],
  ['an unknown field', text({}, { priority: 1 }), 100],
  ['the object of another type', text({}, { image: {} }), 100],
  ['the object missing', { ...base, type: 'text' }, 131008],
  ['an unknown field in the object', text({ colour: 'red' }), 100],
  ['an empty text', text({ body: '' }), 131009],
  ['a text of 4097 characters', text({ body: 'x'.repeat(4097) }), 131009],
  ['preview_url as text', text({ preview_url: 'true' }), 131009],
  ['an unknown message in the context', text({}, { context: { message_id: 'wamid.x' } }), 131009],
  ['too much callback data', text({}, { biz_opaque_callback_data: 'x'.repeat(513) }), 131009],
  ['media without link and ID', of('image', { caption: 'x' }), 131008],
  ['media with link and ID', of('image', { id: '77', link: 'https://duka.example/' }), 131008],
  ['media that was not uploaded', of('video', { id: '78' }), 131009],
  ['a relative link', of('image', { link: '/a.jpg' }), 131009],
  ['audio with a caption', of('audio', { id: '77', caption: 'x' }), 100],
  ['an image with a file name', of('image', { id: '77', filename: 'a.jpg' }), 100],
  ['a latitude of 91', of('location', { latitude: 91, longitude: 0 }), 131009],
  ['a location without longitude', of('location', { latitude: 1 }), 131008],
  ['an address without name', of('location', { latitude: 1, longitude: 1, address: 'x' }), 131008],
  ['an unknown template', named('other'), 132001],
  ['another language', named('plain', undefined, 'sw'), 132001],
  ['no language', of('template', { name: 'plain' }), 131008],
  ['a template that is not approved', named('pending'), 132001],
  ['a paused template', named('paused'), 132015],
  ['too few parameters', named('order', [order[0] ?? {}, body({ text: '17' }), order[2] ?? {}]), 132000],
  ['no parameters', named('order'), 132000],
  ['parameters of a template that has none', named('plain', [body({ text: 'x' })]), 132000],
  ['a line break in a parameter', named('named', [body({ text: 'a\nb', parameter_name: 'first_name' })]), 132018],
  ['a named parameter without its name', named('named', [body({ text: 'Asha' })]), 132012],
  ['a component that the template lacks', named('plain', [{ ...order[2], parameters: [] }]), 132012],
  ['a text in place of a picture', named('picture', [{ ...header({ text: 'x' }), type: 'header' }]), 132012],
  ['four buttons', of('interactive', buttons('A', 'B', 'C', 'D')), 131009],
  ['a button title of 21 characters', of('interactive', buttons('x'.repeat(21))), 131009],
  ['two buttons with the same title', of('interactive', buttons('A', 'A')), 131009],
  [
    'eleven rows',
    of(
      'interactive',
      list([
        { title: 'A', rows: rows(6) },
        { title: 'B', rows: rows(5, 6) },
      ]),
    ),
    131009,
  ],
  ['two sections without titles', of('interactive', list([{ rows: rows(1) }, { rows: rows(1, 1) }])), 131008],
  ['a row title of 25 characters', of('interactive', list([{ rows: [{ id: '1', title: 'x'.repeat(25) }] }])), 131009],
  ['a list without button', of('interactive', list([{ rows: rows(1) }], { button: undefined })), 131008],
  ['an unknown interactive type', of('interactive', { type: 'poll' }), 100],
  ['an interactive message without body', of('interactive', { ...buttons('A'), body: undefined }), 131008],
]

/** As it arrives: undefined fields are absent. */
const overTheWire = (value: object) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

describe('messages to the WhatsApp emulator', () => {
  it('accepts every documented form', () => {
    for (const [title, given] of accepted)
      assert.equal(checkMessage(overTheWire(given), known).to, '255710000001', title)
  })

  it('refuses every other form with the documented code', () => {
    for (const [title, given, code] of refused)
      assert.throws(
        () => checkMessage(overTheWire(given), known),
        (error) => error instanceof GraphProblem && error.code === code,
        `${title}: ${code}`,
      )
  })
})
