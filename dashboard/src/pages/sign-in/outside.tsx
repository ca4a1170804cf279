import { Center, Group, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { Language } from '../../../../src/values/languages.ts'
import { languageChoices } from '../../parts/language-names.ts'
import { chooseLanguage, language, t } from '../../text.ts'

/** The frame of the pages outside the session. */
export function Outside({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Ngoma`
  }, [title])
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder shadow="sm" p="xl" w="100%" maw={400}>
        <Group gap="sm" mb="md">
          <img src="/favicon.svg" width={32} height={32} alt="" />
          <Text fw={700} size="lg">
            Ngoma
          </Text>
        </Group>
        <Title order={1} size="h3" mb="md">
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
  )
}
