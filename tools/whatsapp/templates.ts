import type { Fields } from '../emulator/json.ts'
import { GraphProblem } from './errors.ts'
import { onlyFields, requireFields, requireList, requireOneOf, requireText, requireUrl } from './fields.ts'

export interface Template {
  readonly id: string
  readonly name: string
  /** For example `en` or `sw`. */
  readonly language: string
  readonly category: 'AUTHENTICATION' | 'MARKETING' | 'UTILITY'
  readonly status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED'
  readonly components: readonly TemplateComponent[]
}

export interface TemplateComponent {
  readonly type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS'
  /** Of a header. */
  readonly format?: 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'LOCATION'
  readonly text?: string
  readonly buttons?: readonly {
    readonly type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER' | 'COPY_CODE'
    readonly text: string
    readonly url?: string
  }[]
}

/** Placeholders are `{{1}}` or `{{name}}`, in order, without repetitions. */
const placeholdersOf = (text = ''): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w{1,64})\s*\}\}/g)].map(([, name = '']) => name)),
]

/** Checks the `template` object of a message, and returns the template that it names. */
export function checkTemplate(given: Fields, templates: readonly Template[]): Template {
  onlyFields(given, ['name', 'language', 'components'], 'template')
  const name = requireText(given.name, 'template.name', 512)
  const language = requireFields(given.language, 'template.language')
  onlyFields(language, ['code', 'policy'], 'template.language')
  const code = requireText(language.code, 'template.language.code', 20)
  if (language.policy !== undefined) requireOneOf(language.policy, 'template.language.policy', ['deterministic'])

  const template = templates.find((one) => one.name === name && one.language === code)
  if (!template || template.status === 'PENDING' || template.status === 'REJECTED')
    throw new GraphProblem(132001, `template name (${name}) does not exist in ${code}`)
  if (template.status !== 'APPROVED')
    throw new GraphProblem(132015, `template ${name} has the status ${template.status}`)

  const components = given.components === undefined ? [] : requireList(given.components, 'template.components', 0, 20)
  checkComponents(
    template,
    components.map((one, index) => requireFields(one, `template.components[${index}]`)),
  )
  return template
}

function checkComponents(template: Template, given: readonly Fields[]): void {
  const byPlace = new Map<string, Fields>()
  for (const [index, component] of given.entries()) {
    const path = `template.components[${index}]`
    const type = requireOneOf(component.type, `${path}.type`, ['header', 'body', 'button'])
    onlyFields(component, ['type', 'parameters', ...(type === 'button' ? ['sub_type', 'index'] : [])], path)
    if (type === 'button') requireOneOf(component.sub_type, `${path}.sub_type`, ['url', 'quick_reply', 'copy_code'])
    const place = type === 'button' ? `button ${Number(component.index)}` : type
    if (byPlace.has(place)) throw new GraphProblem(132018, `there are two components for the ${place}`)
    byPlace.set(place, component)
  }

  const header = template.components.find(({ type }) => type === 'HEADER')
  const body = template.components.find(({ type }) => type === 'BODY')
  const buttons = template.components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []
  const places = ['header', 'body', ...buttons.map((_, index) => `button ${index}`)]
  const unknown = [...byPlace.keys()].find((place) => !places.includes(place))
  if (unknown !== undefined) throw new GraphProblem(132012, `the template has no ${unknown}`)

  const isMedia = header !== undefined && header.format !== undefined && header.format !== 'TEXT'
  if (isMedia) checkMediaHeader(byPlace.get('header'), header)
  else checkTexts('header', byPlace.get('header'), placeholdersOf(header?.text))
  checkTexts('body', byPlace.get('body'), placeholdersOf(body?.text))
  for (const [index, button] of buttons.entries())
    if (button.type === 'URL') checkTexts(`button ${index}`, byPlace.get(`button ${index}`), placeholdersOf(button.url))
}

const parametersOf = (component: Fields | undefined, place: string): Fields[] =>
  component?.parameters === undefined
    ? []
    : requireList(component.parameters, `${place}.parameters`, 0, 100).map((one) =>
        requireFields(one, `${place}.parameters`),
      )

function checkTexts(place: string, component: Fields | undefined, placeholders: readonly string[]): void {
  const parameters = parametersOf(component, place)
  if (parameters.length !== placeholders.length)
    throw new GraphProblem(
      132000,
      `${place}: number of localizable_params (${parameters.length}) does not match the expected number of params (${placeholders.length})`,
    )
  for (const parameter of parameters) {
    requireOneOf(parameter.type, `${place}.parameters.type`, ['text'])
    onlyFields(parameter, ['type', 'text', 'parameter_name'], `${place}.parameters`)
    const text = requireText(parameter.text, `${place}.parameters.text`, 1024)
    if (/[\n\t]| {5}/.test(text))
      throw new GraphProblem(
        132018,
        `${place}: parameters must not have line breaks, tabs or more than 4 spaces in a row`,
      )
    const { parameter_name: name } = parameter
    const isNamed = placeholders.some((one) => !/^\d+$/.test(one))
    if (isNamed && !placeholders.includes(String(name)))
      throw new GraphProblem(132012, `${place}: there is no parameter ${String(name)}`)
    if (!isNamed && name !== undefined) throw new GraphProblem(132012, `${place}: the parameters have no names`)
  }
}

function checkMediaHeader(component: Fields | undefined, { format = 'IMAGE' }: TemplateComponent): void {
  const [parameter, ...more] = parametersOf(component, 'header')
  if (!parameter || more.length > 0)
    throw new GraphProblem(132000, `header: number of params (${more.length}) does not match the expected number (1)`)
  const kind = format.toLowerCase()
  if (parameter.type !== kind)
    throw new GraphProblem(132012, `header: Format mismatch, expected ${format}, received ${String(parameter.type)}`)
  const media = requireFields(parameter[kind], `header.${kind}`)
  if (format !== 'LOCATION' && media.id === undefined) requireUrl(media.link, `header.${kind}.link`)
}
