export { comparableText } from '../../kernel/text/comparable-text.ts';
