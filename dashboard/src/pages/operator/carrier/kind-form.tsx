import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { KindDescription } from '../../../../../src/values/kind-description.ts'
import { Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { fill } from '../../../text.ts'
import { fieldNamedIn, type Problems, type Settings } from './draft.ts'
import { inputOrder } from './fields.tsx'
import { type SecretsDraft, SecretsSection } from './secrets-section.tsx'
import { readSettingsDraft, type SettingsDraft, SettingsSection, settingsDraftOf } from './settings-section.tsx'

/** A kind of carrier or provider. */
export interface Kind extends KindDescription {
  readonly kind: string
}

interface Stored {
  readonly name: string
  readonly kind: string
  readonly settings: Settings
  readonly secrets: readonly string[]
}

/** The input of the form that all kinds have. */
export interface KindInput {
  readonly name: string
  readonly kind: string
  readonly settings: Settings
  readonly secrets: Readonly<Record<string, string>>
}

interface KindFormProps<Saved> {
  readonly kinds: readonly Kind[]
  /** Null for a new one. */
  readonly stored: Stored | null
  readonly title: string
  readonly kindAbout?: string
  readonly submit: string
  readonly save: (input: KindInput) => Promise<Saved>
  readonly refreshes: readonly string[]
  readonly onSaved: (saved: Saved) => void
  /** Inputs that belong to the name. */
  readonly more?: ReactNode
  readonly children?: ReactNode
}

/** The settings of a carrier or a provider, drawn from the description of its kind. Refused input stays in the form. */
export function KindForm<Saved>({
  kinds,
  stored,
  title,
  kindAbout,
  submit,
  save,
  refreshes,
  onSaved,
  more,
  children,
}: KindFormProps<Saved>) {
  const [name, setName] = useState(stored?.name ?? '')
  const [kindName, setKindName] = useState(stored?.kind ?? kinds[0]?.kind ?? '')
  // By kind, so that a change of kind loses no input.
  const [drafts, setDrafts] = useState<Readonly<Record<string, SettingsDraft>>>({})
  const [secrets, setSecrets] = useState<SecretsDraft>({})
  const [ownProblems, setOwnProblems] = useState<Problems>({})
  const saving = useChange(save, {
    refreshes,
    onDone: (saved) => {
      setSecrets({})
      onSaved(saved)
    },
  })

  const kind = kinds.find((one) => one.kind === kindName)
  if (kind === undefined) return <Problem error={new Error(fill(t.carriers.kindUnknown, { kind: kindName }))} />
  const typed = drafts[kindName] ?? settingsDraftOf(kind, stored?.settings ?? {})
  const read = readSettingsDraft(kind, typed)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const problems = { ...read.problems, ...(name === '' ? { name: t.carriers.nameMissing } : {}) }
    setOwnProblems(problems)
    if (Object.keys(problems).length > 0) return
    saving.mutate({
      name,
      kind: kindName,
      settings: read.settings,
      secrets: Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== '')),
    })
  }

  const named = saving.error === null ? null : fieldNamedIn(saving.error.message, typed.draft)
  const refused = named === null || saving.error === null ? {} : { [named]: saving.error.message }
  const problems = { ...refused, ...ownProblems }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md" maw={920}>
        {(stored === null || more !== undefined) && (
          <Section title={title}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {stored === null && (
                <TextInput
                  label={t.carriers.name}
                  inputWrapperOrder={inputOrder}
                  description={t.carriers.nameAbout}
                  withAsterisk
                  spellCheck={false}
                  autoComplete="off"
                  value={name}
                  error={problems.name}
                  onChange={({ currentTarget }) => setName(currentTarget.value)}
                />
              )}
              {stored === null && (
                <Select
                  label={t.carriers.kind}
                  inputWrapperOrder={inputOrder}
                  description={kindAbout}
                  data={kinds.map(({ kind: value, title: label }) => ({ value, label }))}
                  value={kindName}
                  allowDeselect={false}
                  onChange={(chosen) => setKindName(chosen ?? kindName)}
                />
              )}
              {more}
            </SimpleGrid>
          </Section>
        )}
        <SettingsSection
          kind={kind}
          value={typed}
          problems={problems}
          onChange={(value) => setDrafts({ ...drafts, [kindName]: value })}
        />
        <SecretsSection
          kind={kind}
          stored={stored?.secrets ?? []}
          settings={read.settings}
          value={secrets}
          onChange={setSecrets}
        />
        {children}
        <Problem error={saving.error ?? (Object.keys(ownProblems).length > 0 ? invalidFields : null)} />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const invalidFields = new Refused(400, 400, t.carriers.fieldsInvalid, null)
