/** embed.html: one laboratory, as its address says. */

import { fillPage } from "./frame.js";

fillPage(location.search);
