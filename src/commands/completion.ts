import { badUsage, type Command, optionsOf } from './command.ts'

const join = (words: Iterable<string>) => [...new Set(words)].join(' ')

/** A script for bash: the nouns, the verbs of a noun, and the options of a command. */
function scriptOf(commands: readonly Command[]): string {
  const words = commands.map(({ name }) => name.split(' '))
  const nouns = Object.entries(Object.groupBy(words, ([noun = '']) => noun))
  const cases = [
    `'') found='${join(nouns.map(([noun]) => noun))} help' ;;`,
    ...nouns.flatMap(([noun, some = []]) => {
      const verbs = some.flatMap(([, verb]) => verb ?? [])
      return verbs.length === 0 ? [] : [`${noun}) found='${join(verbs)}' ;;`]
    }),
    ...commands.map((one) => {
      const options = Object.keys(optionsOf(one)).map((option) => `--${option}`)
      return `'${one.name}'|'${one.name} '*) found='${join(options)}' ;;`
    }),
  ]
  return `_ngoma() {
  local found=''
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
    ${cases.join('\n    ')}
  esac
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _ngoma ngoma`
}

export const completionOf = (load: () => Promise<readonly Command[]>): Command => ({
  name: 'completion',
  about: 'Print a script with which a shell completes commands and options.',
  arguments: [{ name: 'SHELL', about: 'bash or zsh.' }],
  notes: 'Add this line to ~/.bashrc: eval "$(ngoma completion bash)". For zsh, use zsh and ~/.zshrc.',
  examples: ['completion bash'],
  async run(input) {
    const [shell = ''] = input.arguments
    if (shell !== 'bash' && shell !== 'zsh') throw badUsage('SHELL must be bash or zsh')
    const script = scriptOf(await load())
    const all = shell === 'zsh' ? `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${script}` : script
    return input.print({ shell, script: all }, all)
  },
})
