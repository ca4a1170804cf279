import { Confirm } from '../../parts/dialog.tsx'
import { t } from '../../text.ts'

interface ReplaceTextProps {
  /** The text of the template; null while the dialog is closed. */
  readonly text: string | null
  readonly onClose: () => void
  readonly onReplace: (text: string) => void
}

/** Confirms that a template replaces the written text. */
export function ReplaceText({ text, onClose, onReplace }: ReplaceTextProps) {
  return (
    <Confirm
      title={t.send.replaceTitle}
      isOpen={text !== null}
      onClose={onClose}
      change={{ isPending: false, error: null }}
      submit={t.send.replace}
      onConfirm={() => {
        onReplace(text ?? '')
        onClose()
      }}
    >
      {t.send.replaceAbout}
    </Confirm>
  )
}
