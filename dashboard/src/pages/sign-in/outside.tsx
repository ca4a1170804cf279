import {
  Anchor,
  Button,
  Center,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
  Title,
} from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import type { Language } from '../../../../src/values/languages.ts'
import { languageChoices } from '../../parts/language-names.ts'
import { Problem } from '../../parts/problem.tsx'
import { chooseLanguage, language, t } from '../../text.ts'
import styles from './outside.module.css'

/** The frame of the pages outside the session. */
export function Outside({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Ngoma`
  }, [title])
  return (
    <div className={styles.page}>
      <header className={styles.side}>
        <Group gap="sm">
          <img src="/favicon.svg" width={34} height={34} alt="" />
          <Text fw={750} size="xl">
            Ngoma
          </Text>
        </Group>
        <img src="/favicon.svg" className={styles.drum} alt="" />
        <p className={styles.claim}>{t.signIn.claim}</p>
      </header>
      <Center component="main" p="md">
        <Paper withBorder p="xl" w="100%" maw={420}>
          <Title order={1} size="h2" mb="md">
            {title}
          </Title>
          {children}
          <NativeSelect
            mt="xl"
            size="xs"
            aria-label={t.signIn.language}
            value={language}
            data={languageChoices}
            onChange={({ currentTarget: { value } }) => chooseLanguage(value as Language)}
          />
        </Paper>
      </Center>
    </div>
  )
}

interface OutsideFormProps {
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  readonly change: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: Error | null }
  /** Another error than that of the change. */
  readonly error?: Error | null
  readonly submit: string
  /** The fields check themselves. */
  readonly noValidate?: boolean
  /** Links and buttons below. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** The form of such a page. After a success, another page opens. */
export function OutsideForm({ onSubmit, change, error = null, submit, noValidate, below, children }: OutsideFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate={noValidate}>
      <Stack gap="sm">
        {children}
        <Problem error={change.error ?? error} />
        <Button type="submit" loading={change.isPending || change.isSuccess}>
          {submit}
        </Button>
        {below}
      </Stack>
    </form>
  )
}

/** A link that shows another step on the same page. */
export const StepLink = ({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) => (
  <Anchor component="button" type="button" size="sm" onClick={onClick}>
    {children}
  </Anchor>
)

export const EmailInput = (props: TextInputProps) => (
  <TextInput label={t.signIn.email} type="email" autoComplete="username" autoFocus required {...props} />
)
