import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { CodeLine } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { type CodeCall, type CodeLanguage, codeLanguages, writeCode } from './code.ts'

const names: Readonly<Record<CodeLanguage, string>> = { curl: 'curl', typescript: 'TypeScript', python: 'Python' }

/** A request as a program, with placeholders for the key. */
export function CodeTabs({ call }: { readonly call: CodeCall }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  return (
    <Tabs value={language} onChange={(value) => setLanguage((value ?? 'curl') as CodeLanguage)}>
      <Tabs.List aria-label={t.developer.language} mb="sm">
        {codeLanguages.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {names[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {codeLanguages.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {one === language && (
            <CodeLine value={writeCode[one](call)} label={fill(t.developer.codeIn, { language: names[one] })} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
