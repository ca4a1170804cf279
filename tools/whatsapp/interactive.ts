import type { Fields } from '../emulator/json.ts'
import { GraphProblem } from './errors.ts'
import {
  onlyFields,
  optionalText,
  requireFields,
  requireList,
  requireOneOf,
  requireText,
  requireUrl,
} from './fields.ts'

const mediaHeaders = ['image', 'video', 'document'] as const

/** Checks the `interactive` object of a message: reply buttons, a list, a link button or a request for the location. */
export function checkInteractive(interactive: Fields): void {
  onlyFields(interactive, ['type', 'header', 'body', 'footer', 'action'], 'interactive')
  const type = requireOneOf(interactive.type, 'interactive.type', [
    'button',
    'list',
    'cta_url',
    'location_request_message',
  ])
  const body = requireFields(interactive.body, 'interactive.body')
  onlyFields(body, ['text'], 'interactive.body')
  requireText(body.text, 'interactive.body.text', type === 'list' ? 4096 : 1024)
  if (interactive.footer !== undefined) {
    const footer = requireFields(interactive.footer, 'interactive.footer')
    onlyFields(footer, ['text'], 'interactive.footer')
    requireText(footer.text, 'interactive.footer.text', 60)
  }
  if (interactive.header !== undefined)
    checkHeader(requireFields(interactive.header, 'interactive.header'), type === 'button')
  checkAction[type](requireFields(interactive.action, 'interactive.action'))
}

function checkHeader(header: Fields, allowsMedia: boolean): void {
  const type = requireOneOf(header.type, 'interactive.header.type', ['text', ...(allowsMedia ? mediaHeaders : [])])
  onlyFields(header, ['type', type], 'interactive.header')
  if (type === 'text') requireText(header.text, 'interactive.header.text', 60)
  else {
    const media = requireFields(header[type], `interactive.header.${type}`)
    if (media.id === undefined) requireUrl(media.link, `interactive.header.${type}.link`)
  }
}

const checkAction: Record<'button' | 'list' | 'cta_url' | 'location_request_message', (action: Fields) => void> = {
  button(action) {
    onlyFields(action, ['buttons'], 'interactive.action')
    const titles = new Set<string>()
    const ids = new Set<string>()
    for (const [index, given] of requireList(action.buttons, 'interactive.action.buttons', 1, 3).entries()) {
      const path = `interactive.action.buttons[${index}]`
      const button = requireFields(given, path)
      onlyFields(button, ['type', 'reply'], path)
      requireOneOf(button.type, `${path}.type`, ['reply'])
      const reply = requireFields(button.reply, `${path}.reply`)
      onlyFields(reply, ['id', 'title'], `${path}.reply`)
      requireUnique(ids, requireText(reply.id, `${path}.reply.id`, 256), `${path}.reply.id`)
      requireUnique(titles, requireText(reply.title, `${path}.reply.title`, 20), `${path}.reply.title`)
    }
  },

  list(action) {
    onlyFields(action, ['button', 'sections'], 'interactive.action')
    requireText(action.button, 'interactive.action.button', 20)
    const sections = requireList(action.sections, 'interactive.action.sections', 1, 10)
    const ids = new Set<string>()
    for (const [index, given] of sections.entries()) {
      const path = `interactive.action.sections[${index}]`
      const section = requireFields(given, path)
      onlyFields(section, ['title', 'rows'], path)
      if (sections.length > 1) requireText(section.title, `${path}.title`, 24)
      else optionalText(section.title, `${path}.title`, 24)
      for (const [place, row] of requireList(section.rows, `${path}.rows`, 1, 10).entries())
        checkRow(requireFields(row, `${path}.rows[${place}]`), `${path}.rows[${place}]`, ids)
    }
    if (ids.size > 10) throw new GraphProblem(131009, `A list has at most 10 rows in all sections, not ${ids.size}.`)
  },

  cta_url(action) {
    onlyFields(action, ['name', 'parameters'], 'interactive.action')
    requireOneOf(action.name, 'interactive.action.name', ['cta_url'])
    const parameters = requireFields(action.parameters, 'interactive.action.parameters')
    onlyFields(parameters, ['display_text', 'url'], 'interactive.action.parameters')
    requireText(parameters.display_text, 'interactive.action.parameters.display_text', 20)
    requireUrl(parameters.url, 'interactive.action.parameters.url')
  },

  location_request_message(action) {
    onlyFields(action, ['name'], 'interactive.action')
    requireOneOf(action.name, 'interactive.action.name', ['send_location'])
  },
}

function checkRow(row: Fields, path: string, ids: Set<string>): void {
  onlyFields(row, ['id', 'title', 'description'], path)
  requireUnique(ids, requireText(row.id, `${path}.id`, 200), `${path}.id`)
  requireText(row.title, `${path}.title`, 24)
  optionalText(row.description, `${path}.description`, 72)
}

function requireUnique(known: Set<string>, value: string, path: string): void {
  if (known.has(value)) throw new GraphProblem(131009, `Param "${path}" must be unique: "${value}" is used twice.`)
  known.add(value)
}
