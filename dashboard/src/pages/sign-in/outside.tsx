import { Center, Group, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { Language } from '../../../../src/values/languages.ts'
import { languageChoices } from '../../parts/language-names.ts'
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
