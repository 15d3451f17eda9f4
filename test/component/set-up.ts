import '#app/ui/shop.css';
import { dropTimers, MESSAGES } from '#test/message-timers.ts';

dropTimers(MESSAGES);
