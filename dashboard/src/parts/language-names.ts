import type { Language } from '../../../src/values/languages.ts'

/** Each language under its own name, so that its speakers find it. */
const names: Readonly<Record<Language, string>> = { en: 'English', sw: 'Kiswahili', fr: 'Français' }

export const languageChoices = Object.entries(names).map(([value, label]) => ({ value: value as Language, label }))
