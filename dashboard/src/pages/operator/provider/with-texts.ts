import type { Described, DescribedSettings, KindDescription } from '../../../../../src/values/kind-description.ts'
import type { FieldText, FieldTexts } from '../../../catalogs/catalog.ts'

/** The text of the longest listed end of a path. */
function findText(texts: FieldTexts, path: string): FieldText | undefined {
  const names = path.split('.')
  return names.map((_, index) => texts[names.slice(index).join('.')]).find((text) => text !== undefined)
}

/** A kind with these texts. */
export function withTexts<One extends KindDescription>(kind: One, texts: FieldTexts | undefined): One {
  if (texts === undefined) return kind
  return {
    ...kind,
    settings: { ...kind.settings, properties: translateSettings(kind.settings.properties, texts, '') },
    secrets: kind.secrets.map((secret) => ({ ...secret, ...findText(texts, `secrets.${secret.name}`) })),
  }
}

const translateSettings = (settings: DescribedSettings, texts: FieldTexts, under: string): DescribedSettings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, one]) => [name, translateSetting(one, texts, `${under}${name}`)]),
  )

function translateSetting(setting: Described, texts: FieldTexts, path: string): Described {
  const translated = { ...setting, ...findText(texts, path) }
  return setting.properties === undefined
    ? translated
    : { ...translated, properties: translateSettings(setting.properties, texts, `${path}.`) }
}
