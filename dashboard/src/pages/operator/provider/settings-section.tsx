import { Button, Collapse, SegmentedControl, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { DescribedSettings, KindDescription } from '../../../../../src/values/kind-description.ts'
import { t } from '../../../operator-text.ts'
import { Section } from '../../../parts/section.tsx'
import { type Draft, draftOf, type Problems, readDraft, readWhole, type Settings } from './draft.ts'
import { Fields } from './fields.tsx'

/** The edited settings: in the form, or as JSON. */
export interface SettingsDraft {
  readonly draft: Draft
  /** Null while the form is shown. */
  readonly json: string | null
}

export const settingsDraftOf = ({ settings }: KindDescription, given: Settings): SettingsDraft => ({
  draft: draftOf(settings.properties, given),
  json: null,
})

const whole = 'JSON'

export function readSettingsDraft(
  { settings }: KindDescription,
  { draft, json }: SettingsDraft,
): { readonly settings: Settings; readonly problems: Problems } {
  if (json === null) return readDraft(settings.properties, draft)
  const { settings: read, problem } = readWhole(json)
  return { settings: read, problems: problem === null ? {} : { [whole]: problem } }
}

interface SettingsSectionProps {
  readonly kind: KindDescription
  readonly value: SettingsDraft
  readonly problems: Problems
  readonly onChange: (value: SettingsDraft) => void
}

const ofGroup = (settings: DescribedSettings, isBasic: boolean): DescribedSettings =>
  Object.fromEntries(Object.entries(settings).filter(([, described]) => (described['x-group'] === 'basic') === isBasic))

const isIn = (settings: DescribedSettings, path: string) => Object.hasOwn(settings, path.split('.')[0] ?? '')

/** The settings of a kind as a form, which is built from its description, or as JSON. */
export function SettingsSection({ kind, value, problems, onChange }: SettingsSectionProps) {
  const [isOpen, { toggle }] = useDisclosure(false)
  const [switching, setSwitching] = useState<string | null>(null)
  const { properties, required } = kind.settings
  const [basic, advanced] = [ofGroup(properties, true), ofGroup(properties, false)]
  const hasHidden = Object.keys(problems).some((path) => isIn(advanced, path))
  const drawn = {
    draft: value.draft,
    problems,
    required,
    set: (path: string, one: Draft[string]) => onChange({ ...value, draft: { ...value.draft, [path]: one } }),
  }

  function show(form: string) {
    if (form === whole) {
      onChange({ ...value, json: JSON.stringify(readDraft(properties, value.draft).settings, null, 2) })
      return
    }
    const { settings, problem } = readWhole(value.json ?? '')
    setSwitching(problem)
    if (problem === null) onChange({ draft: draftOf(properties, settings), json: null })
  }

  return (
    <Section
      title={t.carriers.settings}
      about={JSON.stringify(properties).includes('{secrets.') ? t.carriers.settingsAboutHttp : undefined}
      action={
        <SegmentedControl
          aria-label={t.carriers.settingsAs}
          size="xs"
          data={[{ value: 'form', label: t.carriers.form }, whole]}
          value={value.json === null ? 'form' : whole}
          onChange={show}
        />
      }
    >
      {value.json === null ? (
        <Stack gap="lg">
          <Fields settings={basic} {...drawn} />
          {Object.keys(advanced).length > 0 && (
            <div>
              <Button variant="default" size="xs" onClick={toggle} aria-expanded={isOpen || hasHidden}>
                {isOpen || hasHidden ? t.carriers.fewerSettings : t.carriers.moreSettings}
              </Button>
              <Collapse expanded={isOpen || hasHidden} pt="md">
                <Fields settings={advanced} {...drawn} />
              </Collapse>
            </div>
          )}
        </Stack>
      ) : (
        <Textarea
          label={t.carriers.settingsJson}
          description={t.carriers.settingsJsonAbout}
          autosize
          spellCheck={false}
          styles={{ input: { fontFamily: 'monospace' } }}
          minRows={8}
          maxRows={28}
          value={value.json}
          error={problems[whole] ?? switching}
          onChange={({ currentTarget }) => {
            setSwitching(null)
            onChange({ ...value, json: currentTarget.value })
          }}
        />
      )}
    </Section>
  )
}
